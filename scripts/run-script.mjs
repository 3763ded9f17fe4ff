import { pathToFileURL } from 'node:url'

/** Runs a TypeScript file in this process, with `args` as its arguments. */
export async function runScript(file, args = []) {
  const { register } = await import('tsx/esm/api')
  register()
  process.argv = [process.execPath, file, ...args]
  await import(pathToFileURL(file).href)
}
