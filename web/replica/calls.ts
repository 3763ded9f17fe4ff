/* What tabs may ask of the owner of a copy, by name: one list for who asks and for all who answer. */

type Call = (...args: readonly unknown[]) => Promise<unknown>

/** What is asked of whatever the owner runs. */
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
