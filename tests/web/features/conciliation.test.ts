import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { readWorld, waitingIn } from '../../../scripts/conciliation/world.ts'
import { addDays } from '../../../shared/dates.ts'
import { newId } from '../../../shared/id.ts'
import type { WaitingRow } from '../../../shared/queries/waiting-contributions.ts'
import type { StatementRecords } from '../../../web/api/statement-store.ts'
import {
  alreadyMatchedBy,
  batchesOf,
  countPaid,
  matchesOf,
  withChosen,
} from '../../../web/features/conciliation/matches.ts'
import { rememberPayers } from '../../../web/features/conciliation/payers.ts'
import {
  type JobFacts,
  MAPPINGS,
  mappingKey,
  PAYERS,
  type ReadJob,
  runReadJob,
} from '../../../web/features/conciliation/read-job.ts'
import type { ReceiptsRead } from '../../../web/features/conciliation/receipt-facts.ts'
import {
  applyDecision,
  type Decisions,
  NO_DECISIONS,
  type Review,
  type ReviewLine,
} from '../../../web/features/conciliation/review.ts'
import {
  buildReviewView,
  candidatesOf,
  choiceOf,
  choicesToTick,
  leftAfter,
  paidByOthers,
  type ReviewView,
} from '../../../web/features/conciliation/review-view.ts'
import { startReading } from '../../../web/features/conciliation/start-reading.ts'
import {
  groupReminder,
  reminderFor,
} from '../../../web/features/conciliation/transfer-reminders.ts'
import { CreateContribution } from '../../../web/screens/conciliation/create-contribution.tsx'
import { QuestionRow, reasonText } from '../../../web/screens/conciliation/match-rows.tsx'
import { CollapsedLines } from '../../../web/screens/conciliation/section.tsx'

/* The conciliation in the browser: what its worker reads from a statement, and what the screen shows, without both. */

const ACCOUNT = '0000003100000000009535'
const KEY = 'A'.repeat(43)

function sample(name: string, file: string) {
  const folder = join(import.meta.dirname, '../../statements', name)
  const bytes = new Uint8Array(readFileSync(join(folder, 'statements', file)))
  const world = readWorld(readFileSync(join(folder, 'world.json'), 'utf8'))
  const waits = new Set(waitingIn(world).map(({ id }) => id))
  const waiting = world.contributions
    .filter(({ id }) => waits.has(id))
    .map(
      (one): WaitingRow => ({
        id: one.id,
        collectionId: 'c',
        collectionTitle: 'Regalo',
        collectionVerified: 0,
        contributorName: one.contributorName,
        contributorEmail: `${one.id}@example.com`,
        amount: one.amount,
        operationNumber: one.operationNumber ?? null,
        paymentDate: one.paymentDate,
        state: 'confirmed',
        receipt: 'none',
        version: 1,
        isUnique: one.uniqueAmount === true,
        receiptId: null,
      }),
    )
  return {
    files: [{ name: file, bytes }],
    waiting,
    owner: { names: [world.organiser.name], cuits: [] },
  }
}

function memory(): StatementRecords & { records: Map<string, unknown> } {
  const records = new Map<string, unknown>()
  return {
    records,
    get: async <Value>(key: string) => structuredClone(records.get(key)) as Value | undefined,
    update: async <Value>(key: string, change: (before: Value | undefined) => Value) => {
      const value = change(structuredClone(records.get(key)) as Value | undefined)
      records.set(key, structuredClone(value))
      return value
    },
    put: async (key, value) => void records.set(key, structuredClone(value)),
    delete: async (keys) => {
      for (const key of keys) records.delete(key)
    },
  }
}

const galicia = sample('galicia-csv-cents-30', 'Extracto_CA_4012345-6_099-1.csv')

function jobOf({
  account = ACCOUNT,
  tabId = 'a',
  skipped = [],
  ...change
}: JobChange = {}): ReadJob {
  const { waiting, owner } = galicia
  const facts = { key: KEY, waiting, matched: [], paid: {}, live: [], ...change }
  return {
    personId: 'p',
    tabId,
    account,
    owner,
    skipped,
    mappings: {},
    facts: Promise.resolve(facts),
  }
}

type JobChange = Partial<JobFacts & Pick<ReadJob, 'account' | 'tabId' | 'skipped'>>

async function reviewOf(change: JobChange = {}, store = memory()): Promise<Review> {
  const { review } = await runReadJob(jobOf(change), galicia.files, store)
  if (!review) throw new Error('nothing was read')
  return review
}

function show(
  review: Review,
  change: Partial<Parameters<typeof buildReviewView>[0]> = {},
): ReviewView {
  const known = {
    review,
    decisions: NO_DECISIONS,
    waiting: galicia.waiting,
    used: alreadyMatchedBy([]),
    dismissed: new Set<string>(),
    ...change,
  }
  const { waiting, decisions, used } = known
  return buildReviewView({
    ...known,
    candidates: candidatesOf(known.review, waiting, decisions, used),
  })
}

it('ticks what is sure, asks about the rest, and shows each line and contribution once', async () => {
  const review = await reviewOf()
  const view = show(review)
  expect(view.sure.length).toBeGreaterThan(5)
  expect(view.chosen).toHaveLength(view.sure.length)
  expect(view.count).toBe(view.sure.length)
  expect(view.questions.every(({ choice }) => choice === null)).toBe(true)
  const lines = [
    ...[...view.sure, ...view.questions].map(({ line }) => line.id),
    ...[...view.unidentified, ...view.others].map(({ id }) => id),
  ]
  expect(new Set(lines).size).toBe(review.lines.length)
  expect(view.questions.length).toBeGreaterThan(0)
  const shown = new Set([...view.sure, ...view.questions].map(({ best }) => best.row.id))
  expect(view.missing.filter(({ row }) => shown.has(row.id))).toEqual([])

  const matches = matchesOf(view.chosen, review)
  expect(matches[0]).toEqual({
    id: expect.any(String),
    contributionId: expect.any(String),
    lineId: expect.stringMatching(/^[\w-]{43}$/),
    lineDay: expect.any(String),
    lineAmount: expect.any(Number),
    part: matches[0]?.lineAmount,
    isSplit: false,
    reason: 'unique-amount',
    isAutomatic: true,
    source: 'galicia',
    asIs: false,
    version: 1,
  })
})

it('asks only about new lines when a statement is imported again', async () => {
  const store = memory()
  const first = await reviewOf({}, store)
  const { chosen } = show(first)
  const matched = chosen.map(({ line }) => line.id)
  expect(show(first, { used: withChosen(alreadyMatchedBy([]), chosen) }).sure).toEqual([])

  const again = await reviewOf({ matched }, store)
  expect(again.known).toBe(matched.length)
  expect(again.lines).toHaveLength(first.lines.length - matched.length)
  expect(again.files).toEqual(first.files)
})

it('proposes the same for a line, whether or not the others are matched already', async () => {
  const text = [
    'Fecha;Descripción;Referencia;Importe;Nombre',
    // A batch: its number proves nothing.
    '12/03/2026;Transferencia recibida;98765432101;11000,00;',
    '12/03/2026;Transferencia recibida;98765432101;12000,00;',
    // The first of these went back.
    '12/03/2026;Transferencia recibida;98765432102;15000,00;GOMEZ ANA',
    '13/03/2026;Transferencia recibida;98765432103;15000,00;',
    '14/03/2026;Devolución de transferencia;98765432102;-15000,00;',
  ].join('\n')
  const [one] = galicia.waiting as [WaitingRow]
  const row = {
    ...one,
    amount: 11_000_00,
    isUnique: false,
    operationNumber: '98765432101',
    paymentDate: '2026-03-12T15:00:00.000Z',
  }
  const shown = async (matched: string[]) => {
    const files = [{ name: 'x.csv', bytes: new TextEncoder().encode(text) }]
    const { review } = await runReadJob(jobOf({ waiting: [row], matched }), files, memory())
    const lines = review?.lines.map(({ id, amount, name, use }) => ({
      ...{ id, amount, name, use },
      pairs: review.pairs[id],
    }))
    return lines ?? []
  }
  const first = await shown([])
  const [batch, returned] = [
    first.find(({ amount }) => amount === 12_000_00),
    first.find(({ name }) => name === 'GOMEZ ANA'),
  ]
  expect(returned?.use).toBe('returned')
  expect(first.flatMap(({ pairs = [] }) => pairs.filter((pair) => pair.isAutomatic))).toEqual([])
  const others = first.filter((line) => line !== batch && line !== returned)
  expect(await shown([batch?.id ?? '', returned?.id ?? ''])).toEqual(others)
})

it('joins the files that two tabs read at the same time', async () => {
  const store = memory()
  const fileOf = (name: string, payer: string) => ({
    name,
    bytes: new TextEncoder().encode(
      `Fecha;Descripción;Importe;Nombre\n13/03/2026;Transferencia recibida;7000,00;${payer}`,
    ),
  })
  await Promise.all([
    runReadJob(jobOf(), [fileOf('a.csv', 'PAZ ANA')], store),
    runReadJob(jobOf({ tabId: 'b' }), [fileOf('b.csv', 'SOSA BETO')], store),
  ])
  const review = store.records.get(`review ${ACCOUNT}`) as Review
  expect(review.lines.map(({ name }) => name).toSorted()).toEqual(['PAZ ANA', 'SOSA BETO'])
  expect(review.files.toSorted()).toEqual(['a.csv', 'b.csv'])
})

it('confirms each line by itself, or a few together where they are many', async () => {
  const review = await reviewOf()
  const { chosen } = show(review)
  const matches = matchesOf(chosen, review)
  expect(batchesOf(matches)).toEqual(matches.map((match) => [match]))
  const many = Array.from({ length: 120 }, (_, at) => ({ ...matches[0], lineId: `${at}` }))
  const batches = batchesOf(many as typeof matches)
  expect(batches).toHaveLength(40)
  const parts = many.map((match, at) => ({ ...match, lineId: `${at >> 2}` }))
  expect(batchesOf(parts as typeof matches)).toHaveLength(30)
})

it('credits a line as it is when its fees are at most 3 %, and shows the amount before them', async () => {
  const ofFees = async (net: string) => {
    const text = [
      'SOURCE_ID,TRANSACTION_TYPE,TRANSACTION_AMOUNT,TRANSACTION_DATE,FEE_AMOUNT,SETTLEMENT_NET_AMOUNT',
      `123456789012,SETTLEMENT,20000.00,2026-03-12T10:00:00.000-03:00,0,${net}`,
    ].join('\n')
    const [one] = galicia.waiting
    if (!one) throw new Error('nobody waits')
    const paymentDate = '2026-03-12T13:00:00.000Z'
    const row = { ...one, amount: 20_000_00, paymentDate, isUnique: false, operationNumber: null }
    const files = [{ name: 'x.csv', bytes: new TextEncoder().encode(text) }]
    const { review } = await runReadJob(jobOf({ waiting: [row] }), files, memory())
    if (!review) throw new Error('nothing was read')
    const [line] = review.lines
    if (!line) throw new Error('no line')
    return { line, row, view: show(review, { waiting: [row] }) }
  }
  const { line, row, view } = await ofFees('19400.00')
  const option = view.questions[0]?.best
  if (!option) throw new Error('no question')
  expect(line).toMatchObject({ amount: 19_400_00, gross: 20_000_00 })
  expect(choiceOf(line, option, row.amount)).toMatchObject({
    parts: [{ contributionId: row.id, part: 19_400_00 }],
    asIs: true,
  })
  const unpaid = { sum: 0, transfers: 0, isWhole: false }
  expect(reasonText(option, line, unpaid)).toBe('mismo monto · mismo día')
  const shown = renderToStaticMarkup(
    createElement(QuestionRow, {
      row: { line, best: option, options: () => [option], together: [], choice: null },
      paidOf: () => unpaid,
      onTick: () => {},
      onRefuse: () => {},
      onOther: () => {},
    }),
  )
  expect(shown).toContain('→ 12/3 · $\u00a019.400 · bruto $\u00a020.000 · SETTLEMENT')
  const created = renderToStaticMarkup(
    createElement(CreateContribution, {
      line,
      collections: [{ id: newId(), title: 'Regalo' }],
      onCreated: () => {},
      onClose: () => {},
    }),
  )
  expect(created).toContain('por $\u00a019.400, bruto $\u00a020.000. Queda acreditado.')
  expect(created).toContain('value="20.000"')

  const more = await ofFees('19399.99')
  expect(more.view.questions).toEqual([])
  expect(choiceOf(more.line, { ...option, row: more.row }, 20_000_00).asIs).toBe(false)
  // A small difference counts as the whole only where it is not a fee.
  const small = { ...line, amount: 9_600_00, gross: 10_000_00 }
  expect(choiceOf(small, option, 10_000_00).asIs).toBe(false)
  expect(choiceOf({ ...small, gross: null }, option, 10_000_00).asIs).toBe(true)
})

it('learns the CUIT of the account’s owner from lines that the bank calls their own', async () => {
  const text = [
    'Fecha;Descripción;Monto;N° de Comprobante',
    '12/03/26;TRANSFERENCIA CTA PROPIA 20264760950;100,00;1',
    '13/03/26;TRANSF 20264760950;15000,00;2',
    '13/03/26;TRANSF 27213972702;15000,00;3',
  ].join('\n')
  const files = [{ name: 'x.csv', bytes: new TextEncoder().encode(text) }]
  const { review } = await runReadJob(jobOf(), files, memory())
  const uses = review?.lines.map(({ cuit, use }) => `${cuit} ${use}`).toSorted()
  expect(uses).toEqual(['20264760950 other', '20264760950 other', '27213972702 payable'])
})

it('leaves out a contribution that was corrected or deleted since', async () => {
  const review = await reviewOf()
  const [sure] = show(review).sure
  const id = sure?.best.row.id
  const corrected = galicia.waiting.map((row) => (row.id === id ? { ...row, version: 2 } : row))
  expect(show(review, { waiting: corrected }).sure.map(({ line }) => line.id)).not.toContain(
    sure?.line.id,
  )
  const gone = show(review, { waiting: [] })
  expect([gone.sure, gone.questions, gone.missing]).toEqual([[], [], []])
})

it('does not propose a refused pair again, and moves dismissed lines away', async () => {
  const review = await reviewOf()
  const [question] = show(review).questions
  const { line, options = () => [] } = question ?? {}
  const rejected = options().map(({ row }) => `${line?.id} ${row.id}`)
  const view = show(review, { decisions: { choices: {}, rejected } })
  expect(view.questions.map(({ line }) => line.id)).not.toContain(line?.id)
  expect(view.unidentified.map(({ id }) => id)).toContain(line?.id)
  const away = show(review, {
    decisions: { choices: {}, rejected },
    dismissed: new Set([line?.id ?? '']),
  })
  expect(away.dismissed.map(({ id }) => id)).toEqual([line?.id])
})

it('unticks a sure match on request', async () => {
  const review = await reviewOf()
  const [first] = show(review).sure
  const choices = { [first?.line.id ?? '']: null }
  const view = show(review, { decisions: { choices, rejected: [] } })
  expect(view.count).toBe(show(review).count - 1)
  expect(view.sure[0]?.choice).toBeNull()
})

describe('the account of a line', () => {
  const ALIAS = 'ana.paz.mp'
  const [OWN, OTHER] = ['0720000788000000001234', '0720000788000000005678']
  const fileOf = (account: string | null, payer = 'PAZ ANA') => {
    const title = account === null ? [] : [`CBU;${account}`]
    const head = 'Fecha;Descripción;Importe;Nombre'
    const row = `13/03/2026;Transferencia recibida;7000,00;${payer}`
    const text = [...title, head, row].join('\n')
    return { name: `${account} ${payer}.csv`, bytes: new TextEncoder().encode(text) }
  }
  const read = async (accounts: (string | null)[], change: JobChange = {}, store = memory()) => {
    const job = jobOf({ account: ALIAS, ...change })
    const files = accounts.map((account) => fileOf(account))
    const { review } = await runReadJob(job, files, store)
    await store.delete(['review', 'lines'].map((name) => `${name} ${job.account}`))
    return { ids: review?.lines.map(({ id }) => id) ?? [], known: review?.known }
  }

  it('makes two lines of equal ones in two accounts, and one of those that overlap', async () => {
    for (const account of [ALIAS, OWN]) {
      expect((await read([OWN, OWN, null], { account })).ids).toHaveLength(1)
      const two = await read([OWN, OTHER], { account })
      expect(two.ids).toHaveLength(2)
      expect((await read([OTHER, OWN], { account })).ids).toEqual(two.ids)
    }
  })

  it('leaves the ids of earlier versions as they are', async () => {
    const [before] = (await read([null])).ids
    const store = memory()
    expect((await read([OWN], {}, store)).ids).toEqual([before])
    expect((await read([null], {}, store)).ids).toEqual([before])
    expect((await read([OTHER], {}, store)).ids).not.toEqual([before])
    expect((await read([OWN], { account: OWN })).ids).toEqual(
      (await read([null], { account: OWN })).ids,
    )
  })

  it('keeps the lines under review when a later file names the account', async () => {
    const store = memory()
    const job = jobOf({ account: ALIAS })
    const first = await runReadJob(job, [fileOf(null)], store)
    const second = await runReadJob(job, [fileOf(OWN)], store)
    expect(second.review?.lines).toMatchObject([{ id: first.review?.lines[0]?.id }])
  })

  it('shows a line once when one of two imports names another account', async () => {
    for (const files of [
      [OTHER, null],
      [null, OTHER],
    ]) {
      const store = memory()
      const job = jobOf({ account: OWN })
      for (const account of files) await runReadJob(job, [fileOf(account)], store)
      const review = store.records.get(`review ${OWN}`) as Review
      expect(review.lines).toHaveLength(1)
    }
  })

  it('proposes no line twice, whatever name of the account its match has', async () => {
    const isKnown = async (
      accounts: (string | null)[],
      matched: string[],
      store = memory(),
      account = ALIAS,
    ) => {
      const { ids, known } = await read(accounts, { matched, account }, store)
      expect(ids.length + (known ?? 0)).toBe(1)
      return known === 1
    }
    const [old = ''] = (await read([null])).ids
    // An earlier version gave lines of every account this id.
    expect(await isKnown([OWN], [old])).toBe(true)
    const store = memory()
    const [own = ''] = (await read([OWN], {}, store)).ids
    expect(await isKnown([OTHER], [old], store)).toBe(true)
    const [other = ''] = (await read([OTHER], {}, store)).ids
    expect(await isKnown([OWN], [other], store)).toBe(false)
    // A device that saw the other account first has other ids.
    const second = memory()
    await read([OTHER], {}, second)
    const [foreign = ''] = (await read([OWN], {}, second)).ids
    expect(foreign).not.toBe(own)
    expect(await isKnown([OWN], [foreign], store)).toBe(true)
    expect(await isKnown([OTHER], [other], second)).toBe(true)
    expect(await isKnown([null], [other], store)).toBe(true)
    // Another colecta has the number itself, or a second alias.
    const [number = ''] = (await read([OWN], { account: OWN }, store)).ids
    expect(await isKnown([OWN], [number], store)).toBe(true)
    expect(await isKnown([null], [own], store, OWN)).toBe(true)
    await read([OWN], { account: 'otro.alias' }, store)
    expect(await isKnown([OWN], [own], store, 'otro.alias')).toBe(true)
  })

  it('leaves a line open when an equal one of another account is matched', async () => {
    const store = memory()
    const [own = '', other = ''] = (await read([OWN, OTHER], {}, store)).ids
    const rest = await read([OWN, OTHER], { matched: [own] }, store)
    expect(rest).toEqual({ ids: [other], known: 1 })
    expect(await read([OWN, OTHER], { matched: [other] }, store)).toEqual({ ids: [own], known: 1 })
    expect((await read([OWN, OTHER], { matched: [own, other] }, store)).known).toBe(2)
  })
})

it('asks about columns it does not know, and remembers the answer without the words of the header', async () => {
  const files = [
    {
      name: 'x.csv',
      bytes: new TextEncoder().encode(['Fecha;Valor', '12/03/2026;hola'].join('\n')),
    },
  ]
  const store = memory()
  const asked = await runReadJob(jobOf(), files, store)
  expect(asked.review).toBeNull()
  expect(asked.tables.map(({ header }) => header)).toEqual(['fecha|valor'])
  const skipped = await runReadJob(jobOf({ skipped: ['fecha|valor'] }), files, store)
  expect(skipped).toMatchObject({ review: null, tables: [] })

  await store.put(MAPPINGS, {
    [mappingKey('fecha|importe total|quien')]: {
      columns: { day: 0, amount: 1, name: 2, texts: [] },
    },
  })
  expect(mappingKey('fecha')).toMatch(/^[0-9a-f]{64}$/)
  const known = [
    {
      name: 'y.csv',
      bytes: new TextEncoder().encode(
        ['Fecha;Importe total;Quien', '13/03/2026;15.000,37;Ana Paz'].join('\n'),
      ),
    },
  ]
  const { review } = await runReadJob(jobOf(), known, store)
  expect(review?.lines).toMatchObject([{ day: '2026-03-13', amount: 15_000_37, name: 'Ana Paz' }])
})

it('recognises a payer by the e-mail of an earlier contribution', async () => {
  const [ana, beto] = twoOf(15_000_00)
  const fileOf = (day: string) => ({
    name: `${day}.csv`,
    bytes: new TextEncoder().encode(
      `Fecha;Descripción;Importe;CUIT\n${day}/03/2026;Transferencia recibida;15000,00;27-20345678-1`,
    ),
  })
  const store = memory()
  const first = await runReadJob(jobOf({ waiting: [ana, beto] }), [fileOf('13')], store)
  const [line] = first.review?.lines ?? []
  if (!first.review || !line) throw new Error('nothing was read')
  const choice = {
    parts: [{ contributionId: ana.id, part: line.amount }],
    ...{ reason: 'by-hand' as const, isAutomatic: false, asIs: false },
  }
  const matches = matchesOf([{ line, choice }], first.review)
  const remember = (all: typeof matches) => rememberPayers(store, all, [line], [ana, beto])
  await remember(matches)

  const nextOf = async (live: string[]) => {
    const next = { ...ana, id: newId() }
    const job = jobOf({ waiting: [next, beto], matched: [line.id], live })
    const { review } = await runReadJob(job, [fileOf('14')], store)
    const pairs = Object.values(review?.pairs ?? {}).flat()
    return pairs.flatMap(({ isAutomatic, tier }) => (isAutomatic ? [tier] : []))
  }
  expect(await nextOf(matches.map(({ id }) => id))).toEqual([3])
  // The match was undone.
  expect(await nextOf([])).toEqual([])
  const withNewId = (one: (typeof matches)[number]) => ({ ...one, id: newId() })
  // A line of several contributions is not of one person.
  const parts = matches.map((one) => ({ ...withNewId(one), isSplit: true }))
  await remember(parts)
  expect(await nextOf(parts.map(({ id }) => id))).toEqual([])
  const newest = Array.from({ length: 20 }, () => matches.map(withNewId)).flat()
  await remember(newest)
  expect(await nextOf(matches.map(({ id }) => id))).toEqual([])
  expect(await nextOf(newest.slice(-1).map(({ id }) => id))).toEqual([3])
  await store.put(PAYERS, { [ana.contributorEmail ?? '']: { names: [], cuits: ['27203456781'] } })
  expect(await nextOf([])).toEqual([3])
})

/** Two contributions of one amount that nothing distinguishes. */
function twoOf(amount: number): [WaitingRow, WaitingRow] {
  const [one] = galicia.waiting as [WaitingRow]
  const rowOf = (contributorName: string): WaitingRow => ({
    ...one,
    id: newId(),
    contributorName,
    contributorEmail: `${contributorName.slice(0, 3)}@example.com`,
    amount,
    isUnique: false,
    operationNumber: null,
    paymentDate: '2026-03-12T15:00:00.000Z',
  })
  return [rowOf('Ana Gomez'), rowOf('Beto Sosa')]
}

it('offers a ticked line no contribution that another line pays, and replaces that by a tick', async () => {
  const waiting = twoOf(15_000_00)
  const [ana, beto] = waiting
  const text = [
    'Fecha;Descripción;Importe;Nombre',
    '12/03/2026;Transferencia recibida;15000,00;GOMEZ ANA',
    '12/03/2026;Transferencia recibida;15000,00;SOSA BETO',
    '13/03/2026;Compra;-10,00;',
  ].join('\n')
  const files = [{ name: 'x.csv', bytes: new TextEncoder().encode(text) }]
  const { review } = await runReadJob(jobOf({ waiting }), files, memory())
  if (!review) throw new Error('nothing was read')
  const shown = (choices: Decisions['choices']) =>
    show(review, { waiting, decisions: { choices, rejected: [] } })
  const none = alreadyMatchedBy([])
  const rowOf = (view: ReviewView, name: string) => {
    const row = view.questions.find(({ line }) => line.name === name)
    if (!row) throw new Error(`no question about ${name}`)
    return row
  }
  const tick = (choices: Decisions['choices'], name: string, to: WaitingRow) => {
    const view = shown(choices)
    const row = rowOf(view, name)
    const best = row.options().find(({ row }) => row.id === to.id) ?? row.best
    return { ...choices, ...choicesToTick({ ...row, best }, view, none) }
  }
  const optionsOf = (choices: Decisions['choices'], name: string) =>
    rowOf(shown(choices), name)
      .options()
      .map(({ row }) => row.contributorName)

  expect(optionsOf({}, 'GOMEZ ANA')).toEqual(['Ana Gomez', 'Beto Sosa'])
  const both = tick(tick({}, 'GOMEZ ANA', ana), 'SOSA BETO', beto)
  expect(optionsOf(both, 'GOMEZ ANA')).toEqual(['Ana Gomez'])
  expect(shown(both)).toMatchObject({ count: 2, sum: 30_000_00 })

  const betoOption = rowOf(shown({}), 'GOMEZ ANA').options()[1]
  if (!betoOption) throw new Error('no second option')
  const view = shown(both)
  const row = { ...rowOf(view, 'GOMEZ ANA'), best: betoOption }
  const replaced = { ...both, ...choicesToTick(row, view, none) }
  expect(shown(replaced)).toMatchObject({ count: 1, sum: 15_000_00 })
  expect(matchesOf(shown(replaced).chosen, review)).toMatchObject([
    { contributionId: beto.id, lineId: row.line.id, part: 15_000_00 },
  ])
  // An earlier statement has paid all of it.
  const used = { ...none, paid: new Map([[beto.id, beto.amount]]) }
  expect(choicesToTick(row, view, used)[row.line.id]).toBeNull()
})

it('divides a line by what is left of each contribution that it pays', async () => {
  const [ana, other] = twoOf(5_000_00)
  const waiting = [ana, { ...other, contributorName: 'Beto Gomez' }]
  const text = [
    'Fecha;Descripción;Importe;Nombre',
    '12/03/2026;Transferencia recibida;7500,00;GOMEZ ANA',
    '13/03/2026;Compra;-10,00;',
  ].join('\n')
  const files = [{ name: 'x.csv', bytes: new TextEncoder().encode(text) }]
  const paid = { [ana.id]: 2_500_00 }
  const { review } = await runReadJob(jobOf({ waiting, paid }), files, memory())
  if (!review) throw new Error('nothing was read')
  const used = { ...alreadyMatchedBy([]), paid: new Map(Object.entries(paid)) }
  const view = show(review, { waiting, used })
  const [row] = view.questions
  if (!row) throw new Error('no question')
  expect(choicesToTick(row, view, used)[row.line.id]?.parts).toEqual([
    { contributionId: ana.id, part: 2_500_00 },
    { contributionId: other.id, part: 5_000_00 },
  ])
})

it('sends the version of a contribution that the person saw last', async () => {
  const review = await reviewOf()
  const [chosen] = show(review).chosen
  if (!chosen) throw new Error('nothing is sure')
  const versionOf = (more: { version?: number }) => {
    const parts = chosen.choice.parts.map((part) => ({ ...part, ...more }))
    return matchesOf([{ ...chosen, choice: { ...chosen.choice, parts } }], review)[0]?.version
  }
  expect([versionOf({}), versionOf({ version: 2 })]).toEqual([1, 2])
})

it('recognises a payer by the text of a receipt', async () => {
  const [row, other] = galicia.waiting as [WaitingRow, WaitingRow]
  const waiting = [row, other].map((one) => ({
    ...one,
    isUnique: false,
    amount: 11_000_00,
    operationNumber: null,
    receiptId: 'new',
    paymentDate: '2026-03-12T15:00:00.000Z',
  }))
  const text = [
    'Fecha;Descripción;Referencia;Importe;CUIT',
    '12/03/2026;Transferencia recibida;98765432101;11000,00;27-20345678-1',
    '12/03/2026;Transferencia recibida;98765432109;11000,00;',
    '13/03/2026;Compra;98765432110;-10,00;',
  ].join('\n')
  const files = [{ name: 'b.csv', bytes: new TextEncoder().encode(text) }]
  const automatic = async (receipts: ReceiptsRead) => {
    const store = memory()
    await store.put(`receipts ${ACCOUNT}`, receipts)
    const { review } = await runReadJob(jobOf({ waiting }), files, store)
    const pairs = Object.values(review?.pairs ?? {}).flat()
    expect(pairs.length).toBeGreaterThan(1)
    return pairs.flatMap(({ isAutomatic, contribution, tier }) =>
      isAutomatic ? [[contribution, tier]] : [],
    )
  }
  const facts = {
    operationNumber: null,
    cuit: null,
    name: null,
    receiptId: 'new',
    amount: 11_000_00,
  }
  expect(await automatic({})).toEqual([])
  const byNumber = { ...facts, operationNumber: '0098765432101' }
  expect(await automatic({ [other.id]: byNumber })).toEqual([[other.id, 1]])
  const byCuit = { ...facts, cuit: '27203456781' }
  expect(await automatic({ [other.id]: byCuit })).toEqual([[other.id, 3]])
  expect(await automatic({ [row.id]: byNumber, [other.id]: byNumber })).toEqual([])
  // The receipt was replaced, or the amount was corrected.
  expect(await automatic({ [other.id]: { ...byNumber, receiptId: 'old' } })).toEqual([])
  expect(await automatic({ [other.id]: { ...byNumber, amount: 11_000_01 } })).toEqual([])
})

it('counts what matches use of lines and contributions', () => {
  const line = { id: '1', lineId: 'l', contributionId: 'c', part: 5 } as Parameters<
    typeof alreadyMatchedBy
  >[0][number]
  const used = alreadyMatchedBy([line, { ...line, lineId: 'm', part: 7 }])
  expect([...used.matched]).toEqual(['l', 'm'])
  expect(used.paid.get('c')).toBe(12)
  const choice = { parts: [{ contributionId: 'c', part: 1 }], reason: 'name' as const }
  const chosen = (id: string) => ({
    line: { id } as ReviewLine,
    choice: { ...choice, isAutomatic: false, asIs: false },
  })
  const now = withChosen(used, [chosen('m'), chosen('n')])
  expect([...now.matched]).toEqual(['l', 'm', 'n'])
  expect(now.paid.get('c')).toBe(13)
})

it('returns how many transfers pay a contribution, and the rest', () => {
  const review = { claims: {}, lines: [] } as unknown as Review
  const [row] = galicia.waiting as [WaitingRow]
  const part = (id: string, part: number, asIs = false) => ({
    line: { id } as ReviewLine,
    choice: {
      parts: [{ contributionId: row.id, part }],
      reason: 'name' as const,
      isAutomatic: false,
      asIs,
    },
  })
  const none = alreadyMatchedBy([])
  const count = (chosen: ReturnType<typeof part>[], used = none) =>
    countPaid(matchesOf(chosen, review), galicia.waiting, used.paid)
  const first = part('l', row.amount - 5)
  const second = part('m', 5)
  expect(count([first])).toEqual({ whole: 0, inPart: 1 })
  expect(count([first, second])).toEqual({ whole: 1, inPart: 0 })
  expect(count([second], withChosen(none, [first]))).toEqual({ whole: 1, inPart: 0 })
  expect(count([part('l', 5, true)])).toEqual({ whole: 1, inPart: 0 })

  const before = withChosen(none, [first])
  expect(paidByOthers({ chosen: [second] }, before, row, { id: 'n' } as ReviewLine)).toEqual({
    sum: row.amount,
    transfers: 2,
    isWhole: false,
  })
  expect(paidByOthers({ chosen: [second] }, before, row, second.line)).toEqual({
    sum: row.amount - 5,
    transfers: 1,
    isWhole: false,
  })
  const whole = paidByOthers({ chosen: [part('o', 5, true)] }, none, row, first.line)
  expect(leftAfter(whole, row)).toBe(0)
})

it('keeps every pair that the person refused, and unticks its line', () => {
  const choice = { parts: [], reason: 'by-hand' as const, isAutomatic: false, asIs: false }
  const ticked = applyDecision(NO_DECISIONS, { choices: { a: choice, b: choice } })
  const once = applyDecision(ticked, { lineId: 'a', rejected: ['a 1', 'a 2'] })
  expect(once).toEqual({ choices: { b: choice }, rejected: ['a 1', 'a 2'] })
  const twice = applyDecision(once, { lineId: 'b', rejected: ['b 1', 'a 2'] })
  expect(twice).toEqual({ choices: {}, rejected: ['a 1', 'a 2', 'b 1'] })
})

it('returns how much of a missing contribution came, and how many came after the files', async () => {
  const review = await reviewOf()
  const missing = show(review).missing[0]?.row
  if (!missing) throw new Error('nothing is missing')
  const came = (sum: number) =>
    show(review, {
      used: { ...alreadyMatchedBy([]), paid: new Map([[missing.id, sum]]) },
    }).missing.filter(({ row }) => row.id === missing.id)
  expect(came(0)).toEqual([{ row: missing, came: 0 }])
  expect(came(7)).toEqual([{ row: missing, came: 7 }])
  expect(came(missing.amount)).toEqual([])
  // Only contributions that were reported in the days of the files are missing.
  const day = review.claims[missing.id]?.reportedOn ?? ''
  const isListed = (days: Pick<Review, 'from' | 'to'>) =>
    show({ ...review, ...days }).missing.some(({ row }) => row.id === missing.id)
  expect(isListed({ from: day, to: day })).toBe(true)
  expect(isListed({ from: addDays(day, 1), to: addDays(day, 2) })).toBe(false)
  expect(isListed({ from: addDays(day, -2), to: addDays(day, -1) })).toBe(false)

  expect(show(review).changedSince).toBe(0)
  const others = galicia.waiting.filter((row) => row !== missing)
  const fresh = { ...missing, id: 'new' }
  const corrected = { ...missing, version: 2 }
  const rejected = { ...fresh, state: 'rejected' as const }
  expect(show(review, { waiting: [...galicia.waiting, fresh] }).changedSince).toBe(1)
  expect(show(review, { waiting: [...others, corrected] }).changedSince).toBe(1)
  expect(show(review, { waiting: [...galicia.waiting, rejected] }).changedSince).toBe(0)
})

it('does not list a contribution that is credited as it is as missing, or ask for the rest', async () => {
  const [one] = galicia.waiting
  if (!one) throw new Error('nobody waits')
  const paymentDate = '2026-03-13T13:00:00.000Z'
  const row = { ...one, amount: 20_000_00, paymentDate, isUnique: false, operationNumber: null }
  const text = [
    'Fecha;Descripción;Importe;Nombre',
    ...['19600,00', '400,00'].map(
      (amount) => `13/03/2026;Transferencia recibida;${amount};${one.contributorName}`,
    ),
  ].join('\n')
  const files = [{ name: 'x.csv', bytes: new TextEncoder().encode(text) }]
  const { review } = await runReadJob(jobOf({ waiting: [row] }), files, memory())
  const line = review?.lines.find(({ amount }) => amount === 19_600_00)
  const pair = review?.pairs[line?.id ?? '']?.[0]
  if (!review || !line || !pair) throw new Error('no question')
  for (const asIs of [true, false]) {
    const chosen = { line, choice: { ...choiceOf(line, { row, pair }, row.amount), asIs } }
    const decisions = { choices: { [line.id]: chosen.choice }, rejected: [] }
    const ticked = show(review, { waiting: [row], decisions })
    expect(ticked.questions).toHaveLength(asIs ? 1 : 2)
    expect(ticked.missing).toEqual([])
    // Its row still waits when the change is on its way.
    const used = withChosen(alreadyMatchedBy([]), [chosen])
    const decided = { rejected: ticked.questions.map(({ line }) => `${line.id} ${row.id}`) }
    const sent = show(review, { waiting: [row], used, decisions: { choices: {}, ...decided } })
    expect(sent.missing).toEqual(asIs ? [] : [{ row, came: 19_600_00 }])
  }
})

it('writes reminders with the link last, and without names in the one for the group', () => {
  expect(
    reminderFor({
      name: 'Ana',
      title: 'Regalo',
      amount: 15_000_00,
      came: 0,
      day: '2026-03-12',
      link: 'https://x/c/1',
    }),
  ).toBe(
    'Hola Ana, para la colecta «Regalo» todavía no veo tu transferencia de $\u00a015.000 del 12/3. ¿Puedes fijarte si salió? Si la hiciste desde la cuenta de otra persona, dime a nombre de quién está. https://x/c/1',
  )
  expect(
    reminderFor({
      name: 'Ana',
      title: 'Regalo',
      amount: 15_000_00,
      came: 9_000_00,
      day: '2026-03-12',
      link: 'https://x/c/1',
    }),
  ).toBe(
    'Hola Ana, para la colecta «Regalo» ya veo $\u00a09.000 de tu aporte de $\u00a015.000 del 12/3. Todavía no veo los $\u00a06.000 que faltan: ¿puedes fijarte si salieron? Si los transferiste desde la cuenta de otra persona, dime a nombre de quién está. https://x/c/1',
  )
  expect(
    groupReminder({
      title: 'Regalo',
      seen: 24,
      missing: 3,
      from: '2026-03-02',
      to: '2026-04-15',
      link: 'https://x/c/1',
    }),
  ).toBe(
    'De la colecta «Regalo» ya veo 24 aportes en la cuenta. Todavía no encuentro 3: si transferiste entre el 2/3 y el 15/4, avísame desde qué cuenta. https://x/c/1',
  )
})

it('offers all other credits, a few in the first frame', async () => {
  const [line] = (await reviewOf()).lines
  if (!line) throw new Error('no line')
  const lines = Array.from({ length: 201 }, (_, at) => ({ ...line, id: `${at}` }))
  const act = { actLabel: 'Es de…', onAct: () => {} }
  const shown = renderToStaticMarkup(
    createElement(CollapsedLines, { title: 'Otros', lines, ...act }),
  )
  expect(shown.match(/<li/g)).toHaveLength(8)
  expect(shown).toContain('Mostrar más')
})

it('reports nothing of files that were cancelled, not even that their facts could not be loaded', async () => {
  vi.stubGlobal(
    'Worker',
    class {
      postMessage(): void {}
      terminate(): void {}
    },
  )
  let failFacts = (_: Error) => {}
  const facts = new Promise<JobFacts>((_resolve, reject) => {
    failFacts = reject
  })
  const reading = startReading({ ...jobOf(), facts }, [], () => {})
  vi.unstubAllGlobals()
  const reported = vi.fn()
  reading.result.then(reported, reported)
  reading.cancel()
  failFacts(new Error('no network'))
  await new Promise((resolve) => setTimeout(resolve))
  expect(reported).not.toHaveBeenCalled()
})
