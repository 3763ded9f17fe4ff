/*
 * Compares what the conciliation proposed and read from an invented statement with its truth.json (tests/README.md,
 * "Statements").
 */
import type { TrueLine, TrueRow } from '../../scripts/conciliation/ground-truth.ts'
import type { conciliateWorld } from '../../scripts/conciliation/world.ts'
import { groupBy } from '../../shared/group-by.ts'

export interface WorldTruth {
  lines: Record<string, TrueLine>
  /** Each repeated row, and the row that it repeats. */
  aliases?: Record<string, string>
}

type Result = Awaited<ReturnType<typeof conciliateWorld>>

export interface Share {
  of: number
  found: number
}

export interface Judgement {
  /** Automatic matches that are wrong, with the reason. */
  wrong: string[]
  automatic: number
  /** Lines that an operation number, a unique amount or a CUIT proves, and how many were matched without a question. */
  proven: Share
  /** By evidence: lines whose first proposal is right. */
  first: Record<string, Share>
}

const PROOFS = ['operation', 'cents', 'cuit']

export function judge({ lines, aliases = {} }: WorldTruth, { proposals }: Result): Judgement {
  const canonical = (line: string) => aliases[line] ?? line
  const wrong: string[] = []
  const used = new Set<string>()
  const paid = new Set<string>()
  const right = new Set<string>()
  let automatic = 0
  for (const { line: named, contribution, automatic: isAutomatic, tier } of proposals) {
    if (!isAutomatic) continue
    const line = canonical(named)
    const fact = lines[line]
    if (fact?.ignored) {
      used.add(line)
      continue
    }
    automatic += 1
    const why = problemOf(fact, contribution, used.has(line), paid.has(contribution))
    if (why) wrong.push(`${named} tier ${tier}: ${why}`)
    else right.add(line)
    used.add(line)
    paid.add(contribution)
  }
  const first = new Map<string, string>()
  for (const { line: named, contribution, automatic: isAutomatic } of proposals) {
    const line = canonical(named)
    if (!isAutomatic && !used.has(line) && !first.has(line)) first.set(line, contribution)
  }
  const isFound = (line: string, { contributions }: TrueLine) =>
    right.has(line) || contributions.includes(first.get(line) ?? '')
  const doubles = groupBy(
    Object.entries(lines).filter(([, { kind }]) => kind === 'double'),
    ([, { contributions }]) => contributions[0],
  )
  // Of two payments of one contribution, one is enough.
  const isSpare = (line: string, fact: TrueLine) =>
    fact.kind === 'double' &&
    !right.has(line) &&
    doubles.get(fact.contributions[0])?.some(([other, its]) => {
      if (other === line) return false
      return right.has(other) || (isFound(other, its) && (!isFound(line, fact) || other < line))
    })
  const judgement: Judgement = { wrong, automatic, proven: { of: 0, found: 0 }, first: {} }
  for (const [line, fact] of Object.entries(lines)) {
    if (fact.ignored || isSpare(line, fact)) continue
    const share = judgement.first[fact.evidence] ?? { of: 0, found: 0 }
    judgement.first[fact.evidence] = share
    share.of += 1
    share.found += Number(isFound(line, fact))
    if (!fact.automatic || !PROOFS.includes(fact.evidence)) continue
    judgement.proven.of += 1
    judgement.proven.found += Number(right.has(line))
  }
  return judgement
}

function problemOf(
  fact: TrueLine | undefined,
  contribution: string,
  isUsed: boolean,
  isPaid: boolean,
): string | null {
  if (!fact) return 'pays no contribution'
  if (!fact.contributions.includes(contribution)) return `pays another (${fact.kind})`
  if (!fact.automatic) return `needs a question (${fact.kind})`
  if (isUsed) return 'line used twice'
  return isPaid ? 'contribution paid twice' : null
}

export interface ReadingJudgement {
  /** Credits that are missing, or read with another day or amount. */
  wrong: string[]
  /** Credits that are in no row. */
  extra: string[]
  inventedCuits: string[]
  names: Share
  cuits: Share
}

export function judgeReading(
  rows: readonly TrueRow[],
  { lines }: Result,
  aliases: Record<string, string> = {},
): ReadingJudgement {
  const canonical = (line: string) => aliases[line] ?? line
  const read = new Map(lines.map((line) => [canonical(line.line), line]))
  const known = new Set(rows.map(({ line }) => line))
  const result: ReadingJudgement = {
    wrong: [],
    extra: lines.filter((l) => l.amount > 0 && !known.has(canonical(l.line))).map((l) => l.line),
    inventedCuits: [],
    names: { of: 0, found: 0 },
    cuits: { of: 0, found: 0 },
  }
  for (const row of rows) {
    if (row.amount <= 0 || aliases[row.line]) continue
    const line = read.get(row.line)
    if (line?.date !== row.date || line.amount !== row.amount) result.wrong.push(row.line)
    if (row.name) count(result.names, wordsOf(line?.name) === wordsOf(row.name))
    if (row.cuit) count(result.cuits, line?.cuit === row.cuit)
    else if (line?.cuit) result.inventedCuits.push(row.line)
  }
  return result
}

function count(share: Share, isFound: boolean): void {
  share.of += 1
  share.found += Number(isFound)
}

function wordsOf(name: string | null | undefined): string {
  const plain = (name ?? '').toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  return plain.split(/\W+/).filter(Boolean).toSorted().join(' ')
}

/** Sums shares by key. */
export function sumShares(all: readonly Record<string, Share>[]): Record<string, Share> {
  const sums: Record<string, Share> = {}
  for (const [key, { of, found }] of all.flatMap((one) => Object.entries(one))) {
    const sum = sums[key] ?? { of: 0, found: 0 }
    sums[key] = { of: sum.of + of, found: sum.found + found }
  }
  return sums
}

export function ratio({ of, found }: Share = { of: 0, found: 0 }): number {
  return of === 0 ? 1 : found / of
}
