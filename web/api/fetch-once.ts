/** Files that were fetched, or are on their way. */
const fetched = new Map<string, Promise<unknown>>()

/** Puts a file of the program into the browser's cache. Throws if that fails; the next call then tries again. */
export function fetchOnce(path: string): Promise<unknown> {
  const fetching = fetched.get(path) ?? fetchWhole(path)
  fetched.set(path, fetching)
  fetching.catch(() => fetched.delete(path))
  return fetching
}

async function fetchWhole(path: string): Promise<void> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path} returned ${response.status}`)
  await response.blob()
}
