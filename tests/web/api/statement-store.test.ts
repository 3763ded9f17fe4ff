import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { newId } from '../../../shared/id.ts'
import { DAY } from '../../../shared/time.ts'
import {
  deleteOldReviews,
  deleteStatements,
  type StatementStore,
  statementStore,
} from '../../../web/api/statement-store.ts'
import { stubLocalStorage } from '../../support/local-storage.ts'

/* Two tabs of one person share the records of statements. */

let person: string
let one: StatementStore
let other: StatementStore

beforeEach(() => {
  person = newId()
  one = statementStore(person, 'one')
  other = statementStore(person, 'other')
})

afterEach(() => vi.unstubAllGlobals())

const adding =
  (value: string) =>
  (before: string[] = []) => [...before, value]

it('keeps the changes that two tabs make at the same time', async () => {
  await Promise.all(
    ['a', 'b', 'c', 'd'].map((value, at) => (at % 2 ? one : other).update('key', adding(value))),
  )
  expect((await one.get<string[]>('key'))?.toSorted()).toEqual(['a', 'b', 'c', 'd'])
})

// Each opening is a turn of the event loop, in which the person may leave: what they pressed last would be lost.
it('opens its database once, and lets another tab delete it', async () => {
  const opening = vi.spyOn(indexedDB, 'open')
  await one.update('key', adding('a'))
  await one.update('key', adding('b'))
  expect(await one.get('key')).toEqual(['a', 'b'])
  expect(opening).toHaveBeenCalledTimes(1)
  opening.mockRestore()
  await deleteStatements(person)
  const left = (await indexedDB.databases()).map(({ name }) => name)
  expect(left.filter((name) => name?.endsWith(person))).toEqual([])
  expect(await one.get('key')).toBeUndefined()
})

it('[S10] stores nothing more after the sign-out in another tab', async () => {
  const items = stubLocalStorage()
  await one.change(LIST, 'a')
  await deleteStatements(person)
  expect(await one.change(LIST, 'b')).toBeUndefined()
  expect(await one.update('key', adding('b'))).toBeUndefined()
  await one.put('key', 'b')
  const left = (await indexedDB.databases()).map(({ name }) => name)
  expect(left.filter((name) => name?.endsWith(person))).toEqual([])
  expect(items.size).toBe(0)
})

it('[S10] waits 5 s for a suspended tab that has the database open', async () => {
  await one.put('key', 'a')
  const suspended = await openDB(`entre-todos-statements-${person}`)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const deleting = expect(deleteStatements(person)).rejects.toThrow('5000')
  await vi.advanceTimersByTimeAsync(5_000)
  vi.useRealTimers()
  await deleting
  // Once the tab ends, the database is deleted.
  suspended.close()
  await vi.waitFor(async () => expect(await other.get('key')).toBeUndefined())
})

const LIST = {
  key: 'list',
  initial: [] as string[],
  apply: (before: string[], value: string) => [...before.filter((one) => one !== value), value],
}

it('applies a change after a reload that came before its transaction', async () => {
  const items = stubLocalStorage()
  await one.change(LIST, 'a')
  expect(items.size).toBe(0)
  refuseStorage()
  const closing = statementStore(person, 'closing')
  expect(await closing.change(LIST, 'b')).toBeUndefined()
  vi.stubGlobal('indexedDB', databases)
  // This change is made later, and the record has both in this order.
  expect(await other.change(LIST, 'c')).toEqual(['a', 'b', 'c'])
  expect(items.size).toBe(0)
  refuseStorage()
  const leaving = closing.change(LIST, 'd')
  expect(items.size).toBe(1)
  await leaving
  vi.stubGlobal('indexedDB', databases)
  expect(await one.load(LIST)).toEqual(['a', 'b', 'c', 'd'])
  expect(await other.load(LIST)).toEqual(['a', 'b', 'c', 'd'])
  expect(items.size).toBe(0)
})

it('keeps a change in memory while neither storage takes it', async () => {
  const opening = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(await one.change(LIST, 'a')).toBeUndefined()
  opening.mockRestore()
  expect(await one.load(LIST)).toEqual(['a'])
  await one.delete(['list'])
  expect(await one.load(LIST)).toBeUndefined()
})

it('loads a record with the changes that a full disk did not take', async () => {
  stubLocalStorage()
  await one.change(LIST, 'a')
  const begin = IDBDatabase.prototype.transaction
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
  transaction.mockImplementation(function (this: IDBDatabase, stores, mode, options) {
    if (mode === 'readwrite') throw new DOMException('full', 'QuotaExceededError')
    return begin.call(this, stores, mode, options)
  })
  expect(await one.change(LIST, 'b')).toBeUndefined()
  expect(await other.load(LIST)).toEqual(['a', 'b'])
  transaction.mockRestore()
  expect(await one.load(LIST)).toEqual(['a', 'b'])
})

it('deletes unstored changes with their record, at the sign-out, and after 30 days', async () => {
  const items = stubLocalStorage()
  refuseStorage()
  const closing = statementStore(person, 'closing', () => 40 * DAY)
  await closing.change(LIST, 'a')
  await closing.change({ ...LIST, key: 'second' }, 'b')
  await closing.delete(['list'])
  expect([...items.values()].map((item) => JSON.parse(item).key)).toEqual(['second'])
  vi.stubGlobal('indexedDB', databases)
  await deleteOldReviews(person, 69 * DAY)
  expect(items.size).toBe(1)
  await deleteOldReviews(person, 70 * DAY)
  expect(items.size).toBe(0)
  refuseStorage()
  await closing.change(LIST, 'c')
  await statementStore(newId(), 'of another person').change(LIST, 'd')
  vi.stubGlobal('indexedDB', databases)
  await deleteStatements(person)
  expect([...items.values()].map((item) => JSON.parse(item).change)).toEqual(['d'])
})

it('notifies the other tab of a change, and not its own', async () => {
  const heard = vi.fn()
  const own = vi.fn()
  const stops = [other.watch(heard), one.watch(own)]
  await one.update('key', adding('a'))
  await one.put('second', 1)
  await one.delete(['key', 'second'])
  await vi.waitFor(() =>
    expect(heard.mock.calls).toEqual([[['key']], [['second']], [['key', 'second']]]),
  )
  expect(own).not.toHaveBeenCalled()
  for (const stop of stops) stop()
})

it.each([
  ['has no channels', undefined],
  // Firefox, when it blocks storage.
  [
    'refuses channels',
    function refuse() {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
  ],
])('reads again when the person returns to the tab, in a browser that %s', async (_, channels) => {
  const window = new EventTarget()
  const document = Object.assign(new EventTarget(), { visibilityState: 'hidden' })
  vi.stubGlobal('BroadcastChannel', channels)
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', document)
  const heard = vi.fn()
  const stop = other.watch(heard)
  await one.update('key', adding('a'))
  expect(heard).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('focus'))
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(heard.mock.calls).toEqual([[null]]))
  document.visibilityState = 'visible'
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2))

  stop()
  window.dispatchEvent(new Event('focus'))
  await settled()
  expect(heard).toHaveBeenCalledTimes(2)

  refuseStorage()
  const stopLast = statementStore(person, 'last').watch(heard)
  window.dispatchEvent(new Event('focus'))
  await settled()
  expect(heard).toHaveBeenCalledTimes(2)
  stopLast()
})

it('sends no message when nothing is stored, so that no tab discards its review', async () => {
  const heard = vi.fn()
  const stop = other.watch(heard)
  refuseStorage()
  one = statementStore(person, 'one')
  await one.put('key', 1)
  expect(await one.update('key', adding('a'))).toBeUndefined()
  await one.delete(['key'])
  await settled()
  expect(heard).not.toHaveBeenCalled()
  stop()
})

const databases = indexedDB

function refuseStorage(): void {
  vi.stubGlobal('indexedDB', {
    open() {
      throw new DOMException('blocked', 'SecurityError')
    },
  })
}

/** Later than a message of a channel, or an open of the storage. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 50))
