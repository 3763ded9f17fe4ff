/*
 * Replaces Vite's helper for `import()` in the build (vite.config.ts). Firefox before 155 and Safari never load a module
 * again that failed once, until the page is left (whatwg/html#10327). A failed fetch can be repeated; the import then
 * reads the browser's cache.
 */

import { fetchOnce } from './api/fetch-once.ts'

/** Fetches the `files` of a module and of its imports, then imports it. */
export async function fetchThenImport<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  await Promise.all(files.map((file) => fetchOnce(`/${file}`)))
  return load()
}
