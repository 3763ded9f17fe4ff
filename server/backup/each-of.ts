const CONCURRENCY = 8

/** Runs `work` for each item, 8 at a time. After an error no more begins; throws the first one once all have ended. */
export async function eachOf<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]()
  let fault: { error: unknown } | undefined
  const worker = async () => {
    for (let next = queue.next(); !next.done && !fault; next = queue.next()) {
      await work(next.value).catch((error: unknown) => {
        fault ??= { error }
      })
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  if (fault) throw fault.error
}
