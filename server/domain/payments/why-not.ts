/** What the log learns of an answer that a provider did not give: the reason behind our own sentence. */
export function whyNot(error: unknown): { error: string } {
  const { cause = error } = error instanceof Error ? error : {}
  return { error: cause instanceof Error ? cause.message : String(cause) }
}
