/** A change not yet confirmed by the stream. `at`: when the person did it, ISO; it is the rule's `now`. */
export interface Pending {
  id: string
  name: string
  args: unknown
  at: string
}
