/*
 * Replaces Vite's helper for `import()` in the build (vite.config.ts). Firefox before 155 and Safari never load a module
 * again that failed once, until the page is left (whatwg/html#10327). A failed fetch can be repeated; the import then
 * reads the browser's cache.
 */

/** Files that were fetched, or are on their way. */
const fetched = new Map<string, Promise<unknown>>()

/** Fetches the `files` of a module and of its imports, then imports it. */
export async function fetchThenImport<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  await Promise.all(files.map(fetchOnce))
  return load()
}

function fetchOnce(file: string): Promise<unknown> {
  const fetching = fetched.get(file) ?? fetchWhole(file)
  fetched.set(file, fetching)
  fetching.catch(() => fetched.delete(file))
  return fetching
}

async function fetchWhole(file: string): Promise<void> {
  const response = await fetch(`/${file}`)
  if (!response.ok) throw new Error(`${file} answers ${response.status}`)
  await response.blob()
}
