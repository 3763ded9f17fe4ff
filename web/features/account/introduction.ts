/** Navigation state that another account page passes to the sign-in page. */
export interface Introduction {
  email?: string | undefined
  confirmed?: boolean | undefined
}

export function introductionOf(state: unknown): Introduction {
  if (typeof state !== 'object' || state === null) return {}
  const { email, confirmed } = state as Record<string, unknown>
  return {
    email: typeof email === 'string' ? email : undefined,
    confirmed: confirmed === true,
  }
}
