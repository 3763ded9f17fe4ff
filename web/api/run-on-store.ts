import { AppError } from '../../shared/errors.ts'

/**
 * Runs `work` on one object store of IndexedDB, in a transaction of its own, and answers the result of the
 * request that it returns. Resolves when the transaction has ended: a request that succeeded may still be
 * undone. Throws AppError('unavailable') without storage, also where `open` fails.
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
