/* Prepares statement lines (`Credit`) and contributions (`Claim`), in a fixed order, with the indexes of every step. */
import { dayNumber } from '../dates.ts'
import { groupBy } from '../group-by.ts'
import { memoized } from '../memoized.ts'
import type { Centavos } from '../money.ts'
import { compareTexts } from '../text.ts'
import type { StatementLine } from './line.ts'
import { indexNames } from './name-index.ts'
import { batchReferences, type PayableLine } from './payable-lines.ts'
import type { WaitingContribution } from './waiting-contribution.ts'

/** A line of the statement, prepared for the matching. */
export interface Credit {
  /** Index in `credits`. */
  at: number
  line: StatementLine
  amount: Centavos
  /** Days since 1970. */
  day: number
  cuit: string | null
  /** Normalised reference; null when it identifies a batch. */
  operation: string | null
  isDoubtful: boolean
  /** Similarity by contribution of about the same days; null when the line shows no name. */
  similar: ReadonlyMap<number, number> | null
}

/** A contribution that waits for its money, prepared for the matching. */
export interface Claim {
  /** Index in `claims`. */
  at: number
  contribution: WaitingContribution
  amount: Centavos
  day: number
  cuit: string | null
  operation: string | null
  hasName: boolean
}

export interface Matching {
  credits: readonly Credit[]
  claims: readonly Claim[]
  claimsByAmount: ReadonlyMap<Centavos, readonly Claim[]>
  claimsByCuit: ReadonlyMap<string, readonly Claim[]>
  claimsByOperation: ReadonlyMap<string, readonly Claim[]>
  creditsByAmount: ReadonlyMap<Centavos, readonly Credit[]>
  /** Lines of about the same days that show the contribution's own name. */
  creditsNamedAs(claim: Claim): readonly Named[]
}

export function prepareMatching(
  lines: readonly PayableLine[],
  allLines: readonly StatementLine[],
  contributions: readonly WaitingContribution[],
): Matching {
  const sortedLines = lines.toSorted(
    ({ line: a }, { line: b }) =>
      compareTexts(a.day, b.day) || a.amount - b.amount || compareTexts(a.line, b.line),
  )
  const numberOf = memoized(dayNumber) // a statement has few days
  const sorted = contributions.toSorted((a, b) => compareTexts(a.id, b.id))
  const names = indexNames(
    sorted.map(({ names, reportedOn }) => ({ names, day: numberOf(reportedOn) })),
    sortedLines.flatMap(({ line }) => line.name ?? []),
  )
  const batches = batchReferences(allLines)
  const credits = sortedLines.map(({ line, isDoubtful }, at): Credit => {
    const { reference } = line
    const isBatch = reference === null || batches.has(reference)
    return {
      at,
      line,
      amount: line.amount,
      day: numberOf(line.day),
      cuit: line.cuit,
      operation: isBatch ? null : operationKey(reference),
      isDoubtful,
      similar: names.similar(line.name, numberOf(line.day)),
    }
  })
  const claims = sorted.map(
    (contribution, at): Claim => ({
      at,
      contribution,
      amount: contribution.amount,
      day: numberOf(contribution.reportedOn),
      cuit: contribution.cuit,
      operation:
        contribution.operationNumber === null ? null : operationKey(contribution.operationNumber),
      hasName: names.hasName(at),
    }),
  )
  const byDay = claims.toSorted((a, b) => a.day - b.day)
  const withKey = (key: (claim: Claim) => string | null) => {
    const groups = groupBy(byDay, key)
    groups.delete(null)
    return groups as Map<string, Claim[]>
  }
  return {
    credits,
    claims,
    claimsByAmount: groupBy(byDay, ({ amount }) => amount),
    claimsByCuit: withKey(({ cuit }) => cuit),
    claimsByOperation: withKey(({ operation }) => operation),
    creditsByAmount: groupBy(credits, ({ amount }) => amount),
    creditsNamedAs: creditsByName(credits),
  }
}

/** From this similarity on two names are of one person, even if another name is still more similar. */
export const SAME_NAME = 0.8

interface Named {
  /** The claim's place. */
  at: number
  credit: Credit
}

function creditsByName(credits: readonly Credit[]): Matching['creditsNamedAs'] {
  let named: Map<number, Named[]> | null = null
  return (claim) => {
    named ??= groupBy(namedIn(credits), ({ at }) => at)
    return named.get(claim.at) ?? []
  }
}

function* namedIn(credits: readonly Credit[]): Iterable<Named> {
  for (const credit of credits) {
    for (const [at, value] of credit.similar ?? []) {
      if (value >= SAME_NAME) yield { at, credit }
    }
  }
}

/** Similarity of the names of a credit and a claim; null when one of them names nobody. */
export function similarityOf(credit: Credit, claim: Claim): number | null {
  if (credit.similar === null || !claim.hasName) return null
  return credit.similar.get(claim.at) ?? 0
}

export function isSameOperation({ operation }: Credit, claim: Claim): boolean {
  return operation !== null && operation === claim.operation
}

export function isSameCuit({ cuit }: Credit, claim: Claim): boolean {
  return cuit !== null && cuit === claim.cuit
}

/** Returns a reference as it is compared: without leading zeros; null for short ones, which prove nothing. */
function operationKey(reference: string): string | null {
  const text = reference.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const key = /^\d+$/.test(text) ? text.replace(/^0+/, '') : text
  return key.length >= 5 && /\d/.test(key) ? key : null
}
