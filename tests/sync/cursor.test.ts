import { describe, expect, it } from 'vitest'
import { readCursors, writeCursor } from '../../server/domain/sync/cursor.ts'
import {
  CURSOR_SEPARATOR,
  joinCursors,
  SYNC_PROTOCOL,
  SYNCED_TABLE_NAMES,
} from '../../shared/sync.ts'

const parts = { epoch: 'e', person: 'p', snapshot: '10:20:11,12', mark: '7 12 0' }
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const read = (changes: object) =>
  readCursors(encode({ ...parts, protocol: 2, ...changes }))?.at(0) ?? null

describe('[S3] a cursor', () => {
  it('reads as it was written, with the protocol of its time', () => {
    expect(readCursors(writeCursor(parts))).toEqual([{ ...parts, protocol: SYNC_PROTOCOL }])
    expect(read({ protocol: 1 })).toEqual({ ...parts, protocol: 1 })
  })

  it('joined with others names each once, in order', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((epoch) => writeCursor({ ...parts, epoch }))
    if (!(a && b && c)) throw new Error('No cursors')
    const joined = joinCursors([a, joinCursors([b, a]), b, c])
    expect(readCursors(joined)?.map(({ epoch }) => epoch)).toEqual(['a', 'b', 'c'])
  })

  it('is rejected with more others than a replica has, because each costs a look-up', () => {
    const joined = (count: number) => Array(count).fill(writeCursor(parts)).join(CURSOR_SEPARATOR)
    expect(readCursors(joined(2 * SYNCED_TABLE_NAMES.length))).not.toBeNull()
    expect(readCursors(joined(51))).toBeNull()
  })

  it('is rejected with another one that is invalid', () => {
    expect(readCursors(joinCursors([writeCursor(parts), 'nonsense']))).toBeNull()
    expect(readCursors(`${writeCursor(parts)}.`)).toBeNull()
  })

  it.each([
    '10:20:',
    '10:10:',
    '10:20:10',
    '10:20:19',
    '10:20:10,15,19',
    '1:18446744073709551615:',
  ])('reads a snapshot that Postgres writes: %s', (snapshot) => {
    expect(read({ snapshot })).toMatchObject({ snapshot })
  })

  it.each([
    '0:10:',
    '10:9:',
    '10:20:9',
    '10:20:20',
    '10:20:12,11',
    '10:20:11,',
    '10:20:,11',
    '10:20:11,12x',
    'x10:20:',
    '10:20',
    ':20:',
    '10::',
    '1:18446744073709551616:',
    '',
    5,
  ])('rejects a snapshot that Postgres never writes: %s', (snapshot) => {
    expect(read({ snapshot })).toBeNull()
  })

  it.each([null, '1 1 0', `${'9'.repeat(19)} ${'9'.repeat(14)} ${'9'.repeat(10)}`])(
    'reads a mark that the feed has: %s',
    (mark) => {
      expect(read({ mark })).toMatchObject({ mark })
    },
  )

  it('takes a cursor without a mark for one of an empty feed', () => {
    expect(read({ mark: undefined })).toMatchObject({ mark: null })
  })

  it.each([
    '1',
    '1 1',
    ' 1 1',
    '1 1 ',
    '1 1 1 ',
    'x1 1 1',
    '1 1 1x',
    `1${'0'.repeat(19)} 1 1`,
    `1 1${'0'.repeat(14)} 1`,
    `1 1 1${'0'.repeat(10)}`,
    111,
  ])('rejects a mark that the feed never has: %s', (mark) => {
    expect(read({ mark })).toBeNull()
  })

  it.each([{ epoch: 1 }, { person: 1 }, { protocol: '2' }, { epoch: undefined }])(
    'rejects parts of another type: %o',
    (changes) => {
      expect(read(changes)).toBeNull()
    },
  )

  it.each(['', 'nonsense', encode(null), encode([])])('rejects any other text: %s', (text) => {
    expect(readCursors(text)).toBeNull()
  })
})
