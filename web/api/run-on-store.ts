import { AppError } from '../../shared/errors.ts'

/**
 * Runs `work` on an object store of IndexedDB, in its own transaction, and returns the result of the request that it
 * returns. Resolves when the transaction is complete, because a successful request may still be rolled back. Throws
 * AppError('unavailable') without storage, also when `open` fails.
 */
export async function runOnStore<T>(
  open: () => Promise<IDBDatabase>,
  name: string,
  mode: IDBTransactionMode,
  durability: IDBTransactionDurability,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  try {
    const transaction = (await open()).transaction(name, mode, { durability })
    const request = work(transaction.objectStore(name))
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    return request.result
  } catch (cause) {
    throw new AppError(
      'unavailable',
      'No se pudo guardar en este dispositivo. Revisa si tiene espacio e intenta nuevamente.',
      { cause },
    )
  }
}
