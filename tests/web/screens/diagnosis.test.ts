/* The text that the diagnosis page copies contains no personal data. */
import { beforeEach, describe, expect, it, test, vi } from 'vitest'
import { writeCursor } from '../../../server/domain/sync/cursor.ts'
import { AppError } from '../../../shared/errors.ts'
import { newId } from '../../../shared/id.ts'
import { joinCursors } from '../../../shared/sync.ts'
import { diagnosisText, readCursor, scrub } from '../../../web/screens/diagnosis/diagnosis-text.ts'
import type { DeviceDiagnosis } from '../../../web/screens/diagnosis/use-diagnosis.ts'

const NOW = new Date('2026-11-21T17:41:12.000Z')
const PERSON = newId()
const COLLECTION = newId()
const EPOCH = newId()
const CURSOR = writeCursor({ epoch: EPOCH, person: PERSON, snapshot: '814:816:815', mark: '814 7' })

describe('an error without personal data', () => {
  it.each([
    ['to lucia.fernandez+x@example.com.ar failed', 'to ‹email› failed'],
    [`row ${PERSON} is gone`, 'row ‹id› is gone'],
    [`row ${PERSON.toUpperCase()} is gone`, 'row ‹id› is gone'],
    ['invalid input syntax for type uuid: "Lucía"', 'invalid input syntax for type uuid: ‹texto›'],
    ['quoted "a \\"b\\" c" and `d`', 'quoted ‹texto› and ‹texto›'],
    ["reading 'firstName' of 'Lucía O''Higgins'", 'reading ‹texto› of ‹texto›'],
    ['«Regalo para la seño» y “Techo nuevo”', '‹texto› y ‹texto›'],
    ["can't read the server's answer", "can't read the server's answer"],
    ['Key (email)=(lucia, 12) already exists.', 'Key (email)=(‹valor›) already exists.'],
    ['CBU 0070 9990 0000 0000 0001 78', 'CBU ‹número›'],
    ['value 1500000 and $ 15.000,50 and 150', 'value ‹número› and ‹número› and 150'],
    [
      'GET /api/query/x?args=%7B%22search%22%3A%22Luc%C3%ADa%22%7D failed',
      'GET /api/query/x?‹consulta› failed',
    ],
    ['Error [53100]: disk full', 'Error [53100]: disk full'],
    ['account [0070999000000000000178]', 'account [‹número›]'],
  ])('%s', (text, scrubbed) => {
    expect(scrub(text)).toBe(scrubbed)
  })
})

it.each([CURSOR, joinCursors([CURSOR, 'another'])])(
  'reads a cursor of the server, without the person',
  (cursor) => {
    expect(readCursor(cursor)).toEqual({
      epoch: EPOCH,
      protocol: expect.any(Number),
      snapshot: '814:816:815',
      mark: '814 7',
    })
    expect(readCursor('no cursor')).toBeNull()
  },
)

describe('the copied text', () => {
  beforeEach(() => {
    vi.stubGlobal('navigator', { userAgent: 'Firefox', onLine: false })
    vi.stubGlobal('document', { querySelector: () => null })
    return () => vi.unstubAllGlobals()
  })

  test('has the state and the unsent changes', () => {
    expect(JSON.parse(diagnosisText(diagnosis, NOW))).toMatchObject({
      at: NOW.toISOString(),
      online: false,
      replica: 'ready',
      connection: 'offline',
      lagSeconds: 72,
      cursor: { epoch: EPOCH, mark: '814 7' },
      tables: [{ name: 'contributions', rows: 3, bytes: 8192 }],
      queue: [
        { name: 'add-manual-contribution', at: '2026-11-21T17:38:00.000Z', refused: null },
        { name: 'update-collection', superseded: 1, refused: { code: 'conflict', field: 'title' } },
      ],
      faults: [{ times: 2, message: 'TypeError: ‹email› is not a function' }],
    })
  })

  test('has no personal data', () => {
    const text = diagnosisText(diagnosis, NOW)
    for (const personal of [PERSON, COLLECTION, ...PERSONAL]) expect(text).not.toContain(personal)
  })

  test('is there before the replica is, and without one', () => {
    const nothing = { ...diagnosis, state: null, replica: null, storage: null, faults: [] }
    expect(JSON.parse(diagnosisText(nothing, NOW))).toMatchObject({
      replica: null,
      cursor: null,
      queue: [],
    })
  })
})

const PERSONAL = [
  ...['Julieta', 'juli@example.com', '15000', 'Gracias', 'Regalo', 'viaje.seno.caro', 'Ya existe'],
]

const diagnosis: DeviceDiagnosis = {
  state: {
    replica: 'ready',
    connection: 'offline',
    lastSync: '2026-11-21T17:40:00.000Z',
    kept: true,
    changesKept: true,
    changes: [
      {
        id: newId(),
        name: 'add-manual-contribution',
        args: {
          collectionId: COLLECTION,
          contributorName: 'Julieta',
          contributorEmail: 'juli@example.com',
          amount: 1500000,
          message: 'Gracias',
        },
        version: 1,
        at: '2026-11-21T17:38:00.000Z',
        refusal: null,
      },
      {
        id: newId(),
        name: 'update-collection',
        args: { id: COLLECTION, changes: { title: 'Regalo', bankAccount: 'viaje.seno.caro' } },
        at: '2026-11-21T17:39:00.000Z',
        refusal: { code: 'conflict', message: 'Ya existe «Regalo».', field: 'title' },
        supersededIds: [newId()],
      },
    ],
  },
  replica: {
    cursor: CURSOR,
    engine: '18.3',
    tables: [{ name: 'contributions', rows: 3, bytes: 8192 }],
    bytes: 8_000_000,
    faults: [],
  },
  error: new AppError('internal', 'Falló con juli@example.com.'),
  storage: { usage: 1, quota: 2, persisted: true },
  faults: [
    { at: NOW.toISOString(), times: 2, message: 'TypeError: juli@example.com is not a function' },
  ],
  reload: () => {},
}
