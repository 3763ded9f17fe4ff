/** Returns the message of an error's cause, for the log. */
export function causeOf(error: unknown): { error: string } {
  const { cause = error } = error instanceof Error ? error : {}
  return { error: cause instanceof Error ? cause.message : String(cause) }
}
