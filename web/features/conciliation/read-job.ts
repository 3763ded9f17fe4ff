/* Runs in read-worker.ts: nothing here touches the page or the network. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { bankAccountOf } from '../../../shared/bank-account.ts'
import { fromBase64url } from '../../../shared/base64url.ts'
import { type KnownLine, lineIdsOf, movementKey } from '../../../shared/conciliation/line-ids.ts'
import { type AccountOwner, sortCredits } from '../../../shared/conciliation/payable-lines.ts'
import { propose } from '../../../shared/conciliation/propose.ts'
import {
  type Mapping,
  readStatements,
  type StatementFile,
  type UnknownTable,
} from '../../../shared/conciliation/read-statements.ts'
import { NO_FACTS } from '../../../shared/conciliation/receipt-text.ts'
import type { WaitingContribution } from '../../../shared/conciliation/waiting-contribution.ts'
import { today } from '../../../shared/dates.ts'
import { type Centavos, formatMoney } from '../../../shared/money.ts'
import type { WaitingRow } from '../../../shared/queries/waiting-contributions.ts'
import { compareTexts, fold } from '../../../shared/text.ts'
import { reviewKeys, type StatementRecords } from '../../api/statement-store.ts'
import { factsOf, type ReceiptsRead } from './receipt-facts.ts'
import type { ClaimVersion, Pair, Review, ReviewLine } from './review.ts'

export interface ReadJob {
  personId: string
  tabId: string
  /** The colecta's alias, CBU or CVU. */
  account: string
  owner: AccountOwner
  /** Columns that the person chose, by `mappingKey`; the browser may store nothing. */
  mappings: Record<string, Mapping>
  skipped: string[]
  /** Awaited only after the files are read. */
  facts: Promise<JobFacts>
}

/** Data of the replica or the server, loaded while the files are read. */
export interface JobFacts {
  /** Key of the line ids: 32 bytes in base64url. */
  key: string
  waiting: WaitingRow[]
  matched: string[]
  /** Paid by earlier parts, by contribution. */
  paid: Record<string, Centavos>
  /** Ids of the matches that are not undone. */
  live: string[]
}

export interface ReadResult {
  /** null while tables wait for an answer, and where no file has a movement. */
  review: Review | null
  tables: UnknownTable[]
  warnings: string[]
  problems: string[]
}

/** Names and CUITs by folded e-mail of the contributor, from matches that this device confirmed. */
export type Payers = Record<string, PayersOfEmail>

interface PayersOfEmail {
  /** By the id of the match: one that is undone proves nothing. */
  matches?: Record<string, { name: string | null; cuit: string | null }>
  /** Stored by earlier releases, without their matches. */
  names: string[]
  cuits: string[]
}

/** The CBUs and CVUs that files had, by the colecta's account. The first is the number of that account. */
type FileAccounts = Record<string, string[]>

const ACCOUNTS = 'accounts'
export const MAPPINGS = 'mappings'
export const PAYERS = 'payers'
/** An e-mail address with more payers than this is of a group, and identifies nobody. */
const MOST_PAYERS = 2

/** Returns the key under which the columns of tables with this header are stored. */
export function mappingKey(header: string): string {
  return bytesToHex(sha256(utf8ToBytes(header)))
}

/** Stores a review of these files and of lines read before; none while a table has unknown columns (`tables`). */
export async function runReadJob(
  job: ReadJob,
  statements: readonly StatementFile[],
  store: StatementRecords,
  onRows: (file: string, rows: number) => void = () => {},
): Promise<ReadResult> {
  const stored = await store.get<Record<string, Mapping>>(MAPPINGS)
  const mappings = { ...stored, ...job.mappings }
  const account = bankAccountOf(job.account).value
  const reading = await readStatements(withOwnNames(statements), {
    account,
    mappingOf: (header) => mappings[mappingKey(header)],
    onRows,
  })
  const { warnings, problems } = reading
  const tables = distinct([...reading.unknown, ...reading.unsure]).filter(
    ({ header }) => !job.skipped.includes(header),
  )
  if (tables.length > 0) return { review: null, tables, warnings, problems }

  const keys = reviewKeys(job.account)
  const join = (before: readonly KnownLine[] = []) => [
    ...new Map([...before, ...reading.lines].map((line) => [movementKey(line), line])).values(),
  ]
  const withAccounts = (before: FileAccounts = {}) => addAccounts(before, account, reading.lines)
  const hasAccounts = reading.lines.some((line) => line.account !== null)
  const known = hasAccounts
    ? store.update<FileAccounts>(ACCOUNTS, withAccounts)
    : store.get<FileAccounts>(ACCOUNTS)
  const accounts = (await known) ?? withAccounts()
  const facts = await job.facts
  const payers = (await store.get<Payers>(PAYERS)) ?? {}
  const receipts = (await store.get<ReceiptsRead>(keys.receipts)) ?? {}
  let all = (await store.update<KnownLine[]>(keys.lines, join)) ?? join()
  for (;;) {
    if (all.length === 0) return { review: null, tables, warnings, problems }
    const names = statements.map(({ name }) => name)
    const notes = { files: names, warnings, problems }
    const review = makeReview({ ...job, ...facts }, all, { accounts, payers, receipts }, notes)
    const withFiles = (before?: Review): Review => ({
      ...review,
      files: [...new Set([...(before?.files ?? []), ...names])],
    })
    const stored = (await store.update<Review>(keys.review, withFiles)) ?? review
    // Another tab may have read other files meanwhile, and stored a review without these.
    const now = (await store.get<KnownLine[]>(keys.lines)) ?? all
    if (now.length <= all.length) return { review: stored, tables, warnings, problems }
    all = now
  }
}

/** A line is named by its file and row, so two files of one name must differ. */
function withOwnNames(files: readonly StatementFile[]): StatementFile[] {
  const seen = new Map<string, number>()
  return files.map(({ name, bytes }) => {
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return { name: count === 1 ? name : `${name} (${count})`, bytes }
  })
}

function distinct(tables: readonly UnknownTable[]): UnknownTable[] {
  return [...new Map(tables.toReversed().map((table) => [table.header, table])).values()]
}

function makeReview(
  job: ReadJob & JobFacts,
  all: readonly KnownLine[],
  known: Known,
  notes: Pick<Review, 'files' | 'warnings' | 'problems'>,
): Review {
  const { waiting, owner, paid } = job
  const live = new Set(job.live)
  const { lines, open } = withLineIds(job, all, known.accounts)
  const { payable, returned } = sortCredits(lines, owner)
  const payableLines = new Set(payable.map(({ line }) => line))
  const openLines = new Set(open)
  const claims = waiting.map((row) => claimOf(row, known, paid[row.id] ?? 0, live))
  const pairs: Record<string, Pair[]> = {}
  const used = new Set(lines.filter((line) => !openLines.has(line)))
  for (const { line, ...pair } of propose(lines, claims, owner, used)) {
    pairs[line] = [...(pairs[line] ?? []), pair]
  }
  const days = lines.map(({ day }) => day).toSorted(compareTexts)
  return {
    ...notes,
    lines: open
      .filter(({ amount }) => amount > 0)
      .toSorted((a, b) => compareTexts(b.day, a.day) || compareTexts(a.line, b.line))
      .map(
        (line): ReviewLine => ({
          id: line.line,
          day: line.day,
          amount: line.amount,
          gross: line.gross,
          name: line.name,
          cuit: line.cuit,
          text: line.text,
          words: fold([line.name, line.text, line.cuit, formatMoney(line.amount)].join(' ')),
          source: line.source,
          use: payableLines.has(line) ? 'payable' : returned.has(line) ? 'returned' : 'other',
        }),
      ),
    pairs,
    claims: Object.fromEntries(
      waiting.map(({ id, version }, at): [string, ClaimVersion] => [
        id,
        { reportedOn: claims[at]?.reportedOn ?? '', version },
      ]),
    ),
    known: lines.length - open.length,
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
  }
}

/** The id of a line is the same in every import. `open`: the lines that no match uses. */
function withLineIds(
  { account, key, matched }: ReadJob & JobFacts,
  all: readonly KnownLine[],
  accounts: FileAccounts,
): { lines: KnownLine[]; open: KnownLine[] } {
  const idOf = lineIdsOf(fromBase64url(key))
  const normal = bankAccountOf(account).value
  const matchedIds = new Set(matched)
  const names = new Map<string | null, ReturnType<typeof accountNames>>()
  const namesOf = ({ account: given = null }: KnownLine) => {
    const known = names.get(given) ?? accountNames(given, normal, accounts)
    names.set(given, known)
    return known
  }
  const byId = new Map<string, KnownLine>()
  for (const line of all) {
    const id = idOf(namesOf(line).name, line)
    byId.set(id, { ...line, line: id })
  }
  const lines: KnownLine[] = []
  const open: KnownLine[] = []
  for (const line of byId.values()) {
    const isAsked = !line.account || matchedIds.size > 0 // otherwise no other id matters
    const elsewhere = isAsked ? namesOf(line).others.map((name) => idOf(name, line)) : []
    // A line of a file without account number is the same as the equal line of a file with one.
    if (!line.account && elsewhere.some((id) => byId.has(id))) continue
    lines.push(line)
    // Unless another line of these files has that id: then the match is of that line.
    const isMatchedElsewhere = elsewhere.some((id) => matchedIds.has(id) && !byId.has(id))
    if (!matchedIds.has(line.line) && !isMatchedElsewhere) open.push(line)
  }
  return { lines, open }
}

interface Known {
  accounts: FileAccounts
  payers: Payers
  receipts: ReceiptsRead
}

function claimOf(
  row: WaitingRow,
  { payers, receipts }: Known,
  paid: Centavos,
  live: ReadonlySet<string>,
): WaitingContribution {
  const { names, cuits } = payersOf(payers[row.contributorEmail ?? ''], live)
  const receipt = factsOf(receipts, row) ?? NO_FACTS
  const [cuit, ...others] = new Set([...cuits, ...(receipt.cuit === null ? [] : [receipt.cuit])])
  return {
    id: row.id,
    amount: row.amount - paid,
    reportedOn: today(new Date(row.paymentDate)),
    names: [
      row.contributorName,
      ...(receipt.name === null ? [] : [receipt.name]),
      ...(names.length <= MOST_PAYERS ? names : []),
    ],
    operationNumber: row.operationNumber ?? receipt.operationNumber,
    // Two CUITs are of two people: neither identifies the payer.
    cuit: others.length === 0 ? (cuit ?? null) : null,
    isUnique: row.isUnique,
  }
}

function payersOf(known: PayersOfEmail | undefined, live: ReadonlySet<string>) {
  const { names = [], cuits = [], matches = {} } = known ?? {}
  const found = Object.entries(matches).flatMap(([id, payer]) => (live.has(id) ? [payer] : []))
  return {
    names: [...new Set([...names, ...found.flatMap(({ name }) => name ?? [])])],
    cuits: [...cuits, ...found.flatMap(({ cuit }) => cuit ?? [])],
  }
}

/*
 * The account in the id of a statement line. A file without CBU or CVU gets the colecta's account, often an alias. The
 * first number that a file has for an alias counts as that alias and changes no id; other accounts get their own ids.
 */

function addAccounts(
  before: FileAccounts,
  account: string,
  lines: readonly { account: string | null }[],
): FileAccounts {
  const numbers = lines.flatMap((line) => line.account ?? []).toSorted()
  return { ...before, [account]: [...new Set([...numbersOf(account, before), ...numbers])] }
}

function numbersOf(account: string, accounts: FileAccounts): string[] {
  return accounts[account] ?? (/^\d{22}$/.test(account) ? [account] : [])
}

/** `given`: the CBU or CVU in the file. `others`: names of the same lines elsewhere or in earlier versions. */
function accountNames(
  given: string | null,
  account: string,
  accounts: FileAccounts,
): { name: string; others: string[] } {
  const known = numbersOf(account, accounts)
  const [own] = known
  const number = given ?? own
  const isSame = ([, [first]]: [string, string[]]) => first !== undefined && first === number
  const names = new Set([
    given === null || given === own ? account : given,
    account,
    ...(given === null ? known : [given]),
    ...Object.entries(accounts)
      .filter(isSame)
      .map(([name]) => name),
  ])
  const [name = account, ...others] = names
  return { name, others }
}
