/** Returns what led to an error, for the log: the message of an AppError says nothing about it. */
export function causeOf(error: unknown): { error: string } {
  const { cause = error } = error instanceof Error ? error : {}
  return { error: cause instanceof Error ? cause.message : String(cause) }
}
