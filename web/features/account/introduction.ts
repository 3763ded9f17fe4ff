/** Navigation state that another account page passes to the sign-in page. */
export interface Introduction {
  email?: string | undefined
  /** The address was confirmed a moment ago. */
  confirmed?: boolean | undefined
}

/** Reads a history entry's state: ours, or anything. */
export function introductionOf(state: unknown): Introduction {
  if (typeof state !== 'object' || state === null) return {}
  const { email, confirmed } = state as Record<string, unknown>
  return {
    email: typeof email === 'string' ? email : undefined,
    confirmed: confirmed === true,
  }
}
