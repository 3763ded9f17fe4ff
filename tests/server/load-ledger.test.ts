import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkLedger } from '../../scripts/load/check-ledger.ts'
import { createLedger } from '../../scripts/load/ledger.ts'
import { makeOrganisers } from '../../scripts/load/make-organisers.ts'
import type { Database } from '../../server/data/database.ts'
import { openDatabase } from '../../server/data/open.ts'
import { newId } from '../../shared/id.ts'
import { configsOf } from '../support/database.ts'

/* The faults that `npm run load` must detect: a clean result means something only if it detects each of these. */

const AMOUNT = 15_000_00
const NOTHING = { lost: [], doubled: [], altered: [], files: [], swept: 0 }

describe('after a load', () => {
  const configs = configsOf('embedded')
  const ledger = createLedger()
  let database: Database
  let dataDir: string
  let collectionId: string
  let person: string

  beforeAll(async () => {
    const config = await configs()
    dataDir = config.dataDir
    database = await openDatabase(config)
    const [organiser] = await makeOrganisers(database, 1)
    collectionId = organiser.collectionId
    const [owner] = await database.query<{ id: string }>('select id from users')
    person = owner?.id ?? ''
    return () => database.close()
  })

  async function insert(id: string, name: string): Promise<void> {
    await database.query(
      `insert into contributions (
         id, collection_id, organiser_id, contributor_name, contributor_folded, payment_method,
         amount, payment_status
       )
       values ($1, $2, $3, $4, $4, 'Transferencia', $5::numeric / 100, 'confirmed')`,
      [id, collectionId, person, name, AMOUNT],
    )
  }

  async function contribute(name: string): Promise<string> {
    const id = newId()
    await insert(id, name)
    const sent = { collectionId, name, amount: AMOUNT, at: 0, acknowledged: true }
    ledger.contributions.set(id, sent)
    return id
  }

  const fileOf = (path: string) => join(dataDir, 'receipts', path)

  async function attach(id: string): Promise<string> {
    const path = `${collectionId}/${id}_recibo.png`
    const sha256 = createHash('sha256').update(id).digest('hex')
    mkdirSync(join(dataDir, 'receipts', collectionId), { recursive: true })
    writeFileSync(fileOf(path), id)
    await database.query(
      `insert into receipts (contribution_id, collection_id, upload_id, path, name, type, size, sha256)
       values ($1, $2, $3, $4, 'recibo.png', 'image/png', 36, $5)`,
      [id, collectionId, newId(), path, sha256],
    )
    await database.query('update contributions set transfer_id = $2 where id = $1', [id, path])
    ledger.receipts.set(id, { sha256, acknowledged: true })
    return path
  }

  async function edit(): Promise<string> {
    const id = newId()
    await database.query(
      `insert into mutations (id, person_id, name, outcome, applied_at)
       values ($1, $2, 'update-collection', '{"ok":true}', now())`,
      [id, person],
    )
    ledger.mutations.set(id, { acknowledged: true })
    return id
  }

  const verdict = () => checkLedger(ledger, database, dataDir)

  it('finds no fault in complete data, and each lost, doubled or altered row and file', async () => {
    const [ana, bea, cora, dina, eva] = await Promise.all(
      ['Ana', 'Bea', 'Cora', 'Dina', 'Eva'].map(contribute),
    )
    if (!ana || !bea || !cora || !dina || !eva) throw new Error('There are five')
    const [anas, beas, coras] = [await attach(ana), await attach(bea), await attach(cora)]
    await edit()
    const lost = await edit()
    await database.query('update collections set description = $1', ['Cambio 1'])
    ledger.descriptions.set(collectionId, { sent: 'Cambio 2', acknowledged: 'Cambio 1' })
    // A request without an acknowledgement may be stored or not.
    ledger.contributions.set(newId(), {
      collectionId,
      name: 'Nadie',
      amount: AMOUNT,
      at: 0,
      acknowledged: false,
    })
    expect(await verdict()).toEqual(NOTHING)

    const twin = newId()
    await insert(twin, 'Ana')
    await database.query('delete from contributions where id = $1', [dina])
    await database.query('update contributions set amount = amount + 0.01 where id = $1', [eva])
    await database.query('update collections set amount_collected = amount_collected + 1')
    await database.query('delete from mutations where id = $1', [lost])
    await database.query('update collections set description = $1', ['Cambio 0'])
    rmSync(fileOf(anas))
    writeFileSync(fileOf(beas), 'otra cosa')
    await database.query('delete from receipts where contribution_id = $1', [cora])
    expect(await verdict()).toEqual({
      lost: [
        `contribution ${dina}, Dina`,
        `receipt of ${cora}`,
        `edit ${lost}`,
        `description of ${collectionId}: Cambio 0 instead of Cambio 1`,
      ],
      doubled: [`contribution ${twin}, Ana`],
      altered: expect.arrayContaining([
        `contribution ${twin}, Ana, ${AMOUNT}`,
        `contribution ${eva}, Eva, ${AMOUNT + 1}`,
        `totals of collection ${collectionId}`,
      ]),
      files: expect.arrayContaining([
        `row without file: ${anas}`,
        `other bytes: ${beas}`,
        `shown without a row: ${coras}`,
        `file without row: ${coras}`,
      ]),
      swept: 0,
    })
  })
})
