export function causeOf(error: unknown): { error: string } {
  const { cause = error } = error instanceof Error ? error : {}
  return { error: cause instanceof Error ? cause.message : String(cause) }
}
