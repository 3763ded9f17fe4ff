/* The calls from tabs to the owner of the replica, by name: one list for callers and for all implementations. */

type Call = (...args: readonly unknown[]) => Promise<unknown>

/** The implementation that the owner runs. */
export interface Calls {
  mutate: Call
  retry: Call
  discard: Call
  /** Resolves once the server has answered all that waits. */
  send: Call
  flush: Call
  'try-network': Call
  diagnose: Call
  /** Of a copy alone. */
  answer?: Call
  'csv-windows'?: Call
  'csv-rows'?: Call
  /** Never asked again after the worker died: it may be why. */
  'query-sql'?: Call
}

/** With what is asked of the worker itself. */
export type CallName = keyof Calls | 'state' | 'rebuild' | 'forget'
