/* Finds the movements that may pay a contribution: credits of other people that were not returned to their sender. */
import { dayNumber } from '../dates.ts'
import { countBy, groupBy } from '../group-by.ts'
import { memoized } from '../memoized.ts'
import { compareTexts } from '../text.ts'
import type { StatementLine } from './line.ts'
import { isBetweenOwnAccounts, isReturn } from './line-kinds.ts'
import { nameSimilarity, nameWords } from './names.ts'

export interface AccountOwner {
  /** Names of the organiser and of the account's holder. */
  names: readonly string[]
  cuits: readonly string[]
}

export interface PayableLine {
  line: StatementLine
  /** True when this credit may be one that was returned: then it is never matched automatically. */
  isDoubtful: boolean
}

/** Returns the credits that may pay a contribution, and those that went back to their sender. */
export function sortCredits(
  lines: readonly StatementLine[],
  owner: AccountOwner,
): { payable: PayableLine[]; returned: ReadonlySet<StatementLine> } {
  const batches = batchReferences(lines)
  const credits = lines.filter((line) => line.amount > 0 && line.kind === 'transfer')
  const { returned, doubtful } = returnedCredits(credits, lines, batches)
  const ownNames = owner.names.map(nameWords).filter((words) => words.length >= 2)
  const ownCuits = new Set([...owner.cuits, ...cuitsOfOwner(lines, ownNames)])
  for (const line of credits) if (line.isReturned) returned.add(line)
  const payable = credits
    .filter((line) => !returned.has(line) && !isOwn(line, ownCuits, ownNames))
    .map((line) => ({ line, isDoubtful: doubtful.has(line) }))
  return { payable, returned }
}

/** Returns the references that several credits have: they identify a batch, and none of its credits. */
export function batchReferences(lines: readonly StatementLine[]): Set<string> {
  const references = lines.flatMap(({ amount, reference }) =>
    amount > 0 && reference !== null ? [reference] : [],
  )
  const counts = countBy(references, (reference) => reference)
  return new Set(references.filter((reference) => (counts.get(reference) ?? 0) > 1))
}

/** Returns the CUITs of lines marked as the owner's own, unless such a line shows another person's name. */
function cuitsOfOwner(
  lines: readonly StatementLine[],
  ownNames: readonly (readonly string[])[],
): string[] {
  const isOther = (name: string) =>
    ownNames.length > 0 &&
    ownNames.every((own) => (nameSimilarity(nameWords(name), own) ?? 0) < 0.5)
  return lines.flatMap(({ kind, text, name, cuit }) => {
    const isOwners = kind === 'own-account' && isBetweenOwnAccounts(text)
    return isOwners && cuit !== null && (name === null || !isOther(name)) ? [cuit] : []
  })
}

function isOwn(
  { name, cuit }: StatementLine,
  cuits: ReadonlySet<string>,
  names: readonly (readonly string[])[],
): boolean {
  if (cuit !== null && cuits.has(cuit)) return true
  if (name === null) return false
  const words = nameWords(name)
  return names.some((own) => own.every((word) => words.includes(word)))
}

/** A return is at most this many days after its credit. */
const RETURN_DAYS = 10

function returnedCredits(
  credits: readonly StatementLine[],
  lines: readonly StatementLine[],
  batches: ReadonlySet<string>,
): { returned: Set<StatementLine>; doubtful: Set<StatementLine> } {
  const byAmount = groupBy(credits, ({ amount }) => amount)
  const returned = new Set<StatementLine>()
  const doubtful = new Set<StatementLine>()
  const numberOf = memoized(dayNumber)
  const debits = lines
    .filter(({ amount }) => byAmount.has(-amount))
    .toSorted((a, b) => compareTexts(a.day, b.day) || compareTexts(a.line, b.line))
  for (const debit of debits) {
    const before = (byAmount.get(-debit.amount) ?? []).filter((credit) => {
      const days = numberOf(debit.day) - numberOf(credit.day)
      return days >= 0 && days <= RETURN_DAYS && !returned.has(credit)
    })
    const sameReference = before.filter(
      ({ reference }) =>
        reference !== null && reference === debit.reference && !batches.has(reference),
    )
    const found = sameReference.length > 0 ? sameReference : possiblyReturned(debit, before)
    const marked = found.length === 1 ? returned : doubtful
    for (const credit of found) marked.add(credit)
  }
  return { returned, doubtful }
}

function possiblyReturned(debit: StatementLine, before: StatementLine[]): StatementLine[] {
  const isTransfer = debit.kind === 'transfer' || debit.kind === 'rejected'
  if (!isTransfer) return []
  const agreement = before.map((credit) => payersAgree(debit, credit))
  const agreeing = before.filter((_, at) => agreement[at] === true)
  if (agreeing.length > 0) return isReturn(debit.text) || agreeing.length === 1 ? agreeing : []
  return isReturn(debit.text) ? before.filter((_, at) => agreement[at] !== false) : []
}

/** Returns null when the two movements show nothing to compare. */
function payersAgree(a: StatementLine, b: StatementLine): boolean | null {
  if (a.cuit !== null && b.cuit !== null) return a.cuit === b.cuit
  if (a.name === null || b.name === null) return null
  const similarity = nameSimilarity(nameWords(a.name), nameWords(b.name))
  return similarity === null ? null : similarity >= 0.5
}
