/**
 * Whether an error says that the engine or its files are damaged, so that nothing but a new copy helps
 * (S10). A sound engine never answers SQLSTATE class 58 (a file is missing or cannot be read) or XX
 * (what is in it makes no sense), and never traps.
 */
export function isBroken(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof WebAssembly.RuntimeError || error.name === 'ExitStatus') return true
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^(58|XX)/.test(code)
}
