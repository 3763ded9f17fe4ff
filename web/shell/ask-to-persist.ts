/**
 * Asks the browser to keep what this person stored here, also when the device runs short of space.
 * The answer may wait on a question to the person, and some browsers know of no such thing.
 */
export function askToPersist(): void {
  const { storage } = navigator as Partial<Navigator>
  void storage?.persist?.().catch(() => {})
}
