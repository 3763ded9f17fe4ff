const SECOND = 1000 // ms
const LONGEST = 30 * SECOND

/** How long to wait in ms after so many failures before: 1 s, doubled up to 30 s. */
export function backOff(failures: number): number {
  return Math.min(LONGEST, SECOND * 2 ** failures)
}
