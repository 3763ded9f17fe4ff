/** Writes down what was received by other ways. */
export function RegisterContribution() {
  return null
}
