export interface AccountPageState {
  email?: string | undefined
  confirmed?: boolean | undefined
}

/** `state`: the router's location state, which may be anything. */
export function accountPageStateOf(state: unknown): AccountPageState {
  if (typeof state !== 'object' || state === null) return {}
  const { email, confirmed } = state as Record<string, unknown>
  return {
    email: typeof email === 'string' ? email : undefined,
    confirmed: confirmed === true,
  }
}
