/* How often people do what. Shares of contributions, days and payers. */

const USUAL_STORIES = {
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
export type StoryName = keyof typeof USUAL_STORIES

export interface Mix {
  stories: Readonly<Record<StoryName, number>>
  /** Days from the report to the money, each with its share. */
  lags: readonly (readonly [number, number])[]
  /** How many pay from their own account, and how many from a relative's; the others from a stranger's. */
  ownAccount: number
  relativesAccount: number
  /** Of relatives who pay for two, how many send two transfers. */
  paysOneByOne: number
  /** Of transfers that are given back, how many carry the number of the transfer. */
  returnsWithNumber: number
  /** Credits of other people for each contribution. */
  strangers: number
}

/** As often as in tests/statements, the statements that the goals were set for. */
export const USUAL: Mix = {
  stories: USUAL_STORIES,
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

/** Far more mistakes, borrowed numbers and strange payers than usual: nothing wrong may be matched here either. */
export const ROUGH: Mix = {
  stories: {
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
