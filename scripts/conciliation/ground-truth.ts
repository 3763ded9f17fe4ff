/*
 * The ground truth of a generated world (generate-world.ts) in a statement of one format: the rows and matches that are
 * correct. Tests compare the results of shared/conciliation with it (tests/support/judge-proposals.ts).
 */
import { groupBy } from '../../shared/group-by.ts'
import type { Fact, GeneratedWorld, Kind, Movement } from './generate-world.ts'
import { bankStyleName, plain, walletStyleName } from './invented-people.ts'
import { GALICIA_NAME_LENGTH, type StatementFormat, writeStatement } from './statement-formats.ts'

/** The strongest fact in the file that connects a line to its contribution. */
export type Evidence = 'operation' | 'cents' | 'cuit' | 'name' | 'part of a name' | 'amount and day'

export interface TrueLine extends Fact {
  /** True when matching the line without asking the organiser is right. */
  automatic: boolean
  evidence: Evidence
  /** True when the file points to another contribution, so no result is expected. */
  ignored?: boolean
}

/** A movement as readStatements must return it. */
export interface TrueRow {
  line: string
  date: string
  amount: number
  name: string | null
  cuit: string | null
}

export interface Truth {
  /** The lines that pay contributions, by `file#row`. */
  lines: Record<string, TrueLine>
  rows: TrueRow[]
}

/** Kinds in which a line has the whole amount of its contribution. The organiser is asked about all others. */
const AUTOMATIC_KINDS: readonly Kind[] = ['one', 'twice', 'double']

/** Writes the movements as a statement. Returns its file, and the truth about its lines. */
export function statementWithTruth(format: StatementFormat, { world, movements }: GeneratedWorld) {
  const { file, lineOf } = writeStatement(format, movements)
  const contributions = new Map(world.contributions.map((one) => [one.id, one]))
  const contributionsByAmount = groupBy(world.contributions, (one) => one.amount)
  const truth: Truth = { lines: {}, rows: [] }
  for (const [movement, line] of lineOf) {
    const { fact, payer, day, amount } = movement
    truth.rows.push({
      line,
      date: day,
      amount,
      name: format.shows.name && payer ? shownName(format, movement) : null,
      cuit: format.shows.cuit && payer ? payer.cuit : null,
    })
    const contribution = contributions.get(fact?.contributions[0] ?? '')
    if (!fact || !contribution) continue
    truth.lines[line] = {
      ...fact,
      automatic: AUTOMATIC_KINDS.includes(fact.kind),
      evidence: evidenceOf(format, movement, contribution),
      ...(isMisleading(format, movement, fact, contributionsByAmount.get(amount))
        ? { ignored: true }
        : {}),
    }
  }
  return { file, truth }
}

/**
 * Returns true when the file points to another contribution than the right one: the movement has the other's unique
 * amount or operation number, and the file shows no name, or a name that fits the other one too.
 */
function isMisleading(
  { shows }: StatementFormat,
  { reference, payer }: Movement,
  fact: Fact,
  ofSameAmount: readonly Contribution[] = [],
): boolean {
  const shown = shows.name && payer ? wordsOf(bankStyleName(payer)) : null
  return ofSameAmount.some(
    (other) =>
      !fact.contributions.includes(other.id) &&
      (other.uniqueAmount || (shows.reference && other.operationNumber === reference)) &&
      (shown === null || [...wordsOf(other.contributorName)].every((word) => shown.has(word))),
  )
}

function shownName(format: StatementFormat, { payer }: Movement): string | null {
  if (!payer) return null
  if (format.name === 'galicia') return bankStyleName(payer).slice(0, GALICIA_NAME_LENGTH).trim()
  return format.isWallet ? walletStyleName(payer) : bankStyleName(payer)
}

type Contribution = GeneratedWorld['world']['contributions'][number]

function evidenceOf(
  { shows }: StatementFormat,
  { payer, reference, amount }: Movement,
  contribution: Contribution,
): Evidence {
  if (shows.reference && contribution.operationNumber === reference) return 'operation'
  if (contribution.uniqueAmount && amount === contribution.amount) return 'cents'
  if (shows.cuit && payer && contribution.payerCuit === payer.cuit) return 'cuit'
  if (!shows.name || !payer) return 'amount and day'
  const shown = wordsOf(bankStyleName(payer))
  const typed = [...wordsOf(contribution.payerName ?? contribution.contributorName)]
  const agreeing = typed.filter((word) => word.length > 1 && shown.has(word)).length
  return agreeing >= 2 ? 'name' : agreeing === 1 ? 'part of a name' : 'amount and day'
}

const wordsOf = (text: string) => new Set(plain(text).toLowerCase().split(/\W+/))
