/*
 * Probabilities for generate-world.ts: how often payers act in each way, how late they pay, and from whose account. Each
 * scenario is a function there.
 */

const USUAL_SCENARIOS = {
  payOnce: 0.73,
  reportOnly: 0.09,
  payInParts: 0.03,
  payAnotherAmount: 0.025,
  dropCents: 0.02,
  payForSeveral: 0.035,
  reportTwice: 0.025,
  payTwice: 0.012,
  reverseAndPayAgain: 0.012,
  borrowAmount: 0.008,
  borrowOperation: 0.005,
}
export type ScenarioName = keyof typeof USUAL_SCENARIOS

export interface Shares {
  scenarios: Readonly<Record<ScenarioName, number>>
  /** Days from the report to the transfer, each with its share. Negative: the transfer came first. */
  lags: readonly (readonly [number, number])[]
  /** Share who pay from their own account, and from a relative's; the others pay from a stranger's. */
  ownAccount: number
  relativesAccount: number
  /** Of relatives who pay for two, the share who send two transfers. */
  paysOneByOne: number
  /** Of reversed transfers, the share whose reversal has the number of the transfer. */
  returnsWithNumber: number
  /** Unrelated credits for each contribution. */
  strangers: number
}

/** The shares of tests/statements, for which the targets of the matching were set. */
export const USUAL_SHARES: Shares = {
  scenarios: USUAL_SCENARIOS,
  lags: [
    [0, 0.69],
    [1, 0.12],
    [-1, 0.1],
    [2, 0.035],
    [-2, 0.035],
    [3, 0.005],
    [-3, 0.01],
    [-4, 0.005],
  ],
  ownAccount: 0.9,
  relativesAccount: 0.05,
  paysOneByOne: 0.1,
  returnsWithNumber: 0.95,
  strangers: 0.3,
}

/** Many more mistakes, copied numbers and unknown payers. Here too no line may be matched wrongly. */
export const ROUGH_SHARES: Shares = {
  scenarios: {
    payOnce: 0.7,
    reportOnly: 0.06,
    payInParts: 0.04,
    payAnotherAmount: 0.03,
    dropCents: 0.02,
    payForSeveral: 0.03,
    reportTwice: 0.02,
    payTwice: 0.02,
    reverseAndPayAgain: 0.02,
    borrowAmount: 0.03,
    borrowOperation: 0.03,
  },
  lags: [
    [0, 0.4],
    [1, 0.2],
    [-1, 0.13],
    [2, 0.07],
    [-2, 0.07],
    [3, 0.07],
    [5, 0.06],
  ],
  ownAccount: 0.78,
  relativesAccount: 0.12,
  paysOneByOne: 0.5,
  returnsWithNumber: 0.3,
  strangers: 0.35,
}
