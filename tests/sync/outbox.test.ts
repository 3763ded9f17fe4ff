/* The outbox on a browser's real IndexedDB. */
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { build } from 'vite'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../shared/id.ts'
import type { OutboxEntry } from '../../web/replica/outbox.ts'
import { launchBrowser } from '../support/browser.ts'
import { until } from '../support/until.ts'

const ORIGIN = 'http://outbox.test'
let browser: Browser
let script: string
let context: BrowserContext
let page: Page

beforeAll(async () => {
  ;[browser, script] = await Promise.all([launchBrowser(), buildPage()])
})
afterAll(() => browser.close())

beforeEach(async () => {
  context = await browser.newContext()
  await context.route(`${ORIGIN}/**`, (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: script })
      : route.fulfill({
          contentType: 'text/html',
          body: '<script type="module" src="/main.js"></script>',
        }),
  )
  page = await openPage()
  return () => context.close()
})

async function openPage(): Promise<Page> {
  const page = await context.newPage()
  await page.goto(ORIGIN)
  await page.waitForFunction(() => 'outbox' in window)
  return page
}

function entry(changes: Partial<OutboxEntry> = {}): OutboxEntry {
  return {
    id: newId(),
    name: 'update-collection',
    args: { id: newId(), changes: { title: 'Año 🎂' } },
    at: '2026-03-05T12:30:00.123Z',
    refusal: null,
    ...changes,
  }
}

function put(page: Page, entry: OutboxEntry, person = 'lucia'): Promise<void> {
  return page.evaluate(([person, entry]) => window.outbox.createOutbox(person).put(entry), [
    person,
    entry,
  ] as const)
}

function all(page: Page, person = 'lucia'): Promise<OutboxEntry[]> {
  return page.evaluate((person) => window.outbox.createOutbox(person).all(), person)
}

it('[S7] keeps its changes after the page is closed', async () => {
  const change = entry()
  await put(page, change)
  await page.close()
  expect(await all(await openPage())).toEqual([change])
})

it('[S7] returns changes in the order in which they were put, whatever the clock said', async () => {
  const [first, second, third] = [entry(), entry(), entry()]
  // Ids begin with the time: the device's clock was put back twice.
  for (const change of [third, second, first]) await put(page, change)
  expect(await all(page)).toEqual([third, second, first])

  const refused = { ...third, refusal: { code: 'not-found' as const, message: 'No existe.' } }
  await put(await openPage(), refused)
  expect(await all(await openPage())).toEqual([refused, second, first])
})

it('[S7] puts entries of a release without places first, in the order of their ids', async () => {
  const [old, older] = [entry(), entry()].toReversed()
  await page.evaluate(
    (entries) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('entre-todos-outbox-lucia')
        opening.onupgradeneeded = () =>
          opening.result.createObjectStore('entries', { keyPath: 'id' })
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('entries', 'readwrite')
          for (const entry of entries) transaction.objectStore('entries').put(entry)
          transaction.oncomplete = () => resolve()
        }
      }),
    [old, older],
  )
  const change = entry()
  await put(page, change)
  expect(await all(page)).toEqual([older, old, change])
})

it('[S7] keeps its changes, in order, when the browser wipes the storage', async () => {
  const [first, second] = [entry(), entry()].toReversed() as [OutboxEntry, OutboxEntry]
  await page.evaluate(
    async ([first, second]) => {
      window.kept = window.outbox.createOutbox('lucia')
      await window.kept.put(first)
      await window.kept.put(second)
    },
    [first, second] as const,
  )
  await wipe()
  await until(async () => expect(await all(await openPage())).toEqual([first, second]))
  expect(await page.evaluate(() => window.kept.all())).toEqual([first, second])
})

it('[S9] replaces an entry under its id, and deletes it', async () => {
  const change = entry()
  const refused = entry({ ...change, refusal: { code: 'not-found', message: 'No existe.' } })
  await put(page, change)
  await put(page, refused)
  expect(await all(page)).toEqual([refused])
  await page.evaluate((id) => window.outbox.createOutbox('lucia').delete([id]), change.id)
  expect(await all(page)).toEqual([])
})

it('[S10] belongs to one person, and is empty after it was deleted', async () => {
  await put(page, entry())
  const brunos = entry()
  await put(page, brunos, 'bruno')
  // Its other connections, in this and in another tab, do not stand in the way.
  await all(await openPage())
  await page.evaluate(() => window.outbox.deleteOutbox('lucia'))
  expect(await all(page)).toEqual([])
  expect(await all(page, 'bruno')).toEqual([brunos])
})

it('[S10] leaves no database behind when it is only read', async () => {
  expect(await all(page)).toEqual([])
  expect(await page.evaluate(() => indexedDB.databases())).toEqual([])
})

describe('a queue that several tabs use', () => {
  it('gives each tab what the other one has put and removed, in one order', async () => {
    const other = await openPage()
    await putReport(page, 'b')
    await putReport(other, 'a')
    await putReport(page, 'c')
    expect(await reportIds(other)).toEqual(['b', 'a', 'c'])
    await other.evaluate(() => window.reports.queue.delete(['b']))
    expect(await reportIds(page)).toEqual(['a', 'c'])
  })

  it('[R3] reads a report of the previous release, under its own key, and sorts it first', async () => {
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const opening = indexedDB.open('reports', 1)
          opening.onupgradeneeded = () => opening.result.createObjectStore('reports')
          opening.onsuccess = () => {
            const transaction = opening.result.transaction('reports', 'readwrite')
            transaction.objectStore('reports').put({ id: 'old' }, 'old')
            transaction.oncomplete = () => {
              opening.result.close()
              resolve()
            }
          }
        }),
    )
    await putReport(page, 'new')
    expect(await reportIds(await openPage())).toEqual(['old', 'new'])
    await page.evaluate(() => window.reports.queue.delete(['old']))
    expect(await reportIds(await openPage())).toEqual(['new'])
  })

  it('[R3] keeps a report in memory when the disk refuses it, and writes it with the next', async () => {
    const seen = await page.evaluate(async () => {
      const { queue } = window.reports
      const { put } = IDBObjectStore.prototype
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('The quota is used up', 'QuotaExceededError')
      }
      await queue.put({ id: 'a' })
      const isOnDisk = [queue.isOnDisk('a'), (await queue.all()).length]
      IDBObjectStore.prototype.put = put
      await queue.put({ id: 'b' })
      return [...isOnDisk, queue.isOnDisk('a')]
    })
    expect(seen).toEqual([false, 1, true])
    expect(await reportIds(await openPage())).toEqual(['a', 'b'])
  })

  it('[R3] writes the report that it sends again after a wipe, and nothing else', async () => {
    await page.evaluate(() => window.reports.sent.add('sent'))
    await putReport(page, 'removed')
    await putReport(page, 'sent')
    const other = await openPage()
    await other.evaluate(() => window.reports.queue.delete(['removed']))
    await wipe()
    await until(async () => expect(await reportIds(other)).toEqual(['sent']))
    expect(await reportIds(page)).toEqual(['sent'])
  })
})

function putReport(page: Page, id: string): Promise<void> {
  return page.evaluate((id) => window.reports.queue.put({ id }), id)
}

async function reportIds(page: Page): Promise<string[]> {
  const items = await page.evaluate(() => window.reports.queue.all())
  return items.map(({ id }) => id)
}

async function wipe(): Promise<void> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.clearDataForOrigin', { origin: ORIGIN, storageTypes: 'indexeddb' })
}

it('opens a database that a newer release has upgraded, and loses nothing', async () => {
  const before = entry()
  const after = entry()
  const kept = await page.evaluate(
    async ([before, after]) => {
      const outbox = window.outbox.createOutbox('lucia')
      await outbox.put(before)
      await new Promise<void>((resolve, reject) => {
        const upgrade = indexedDB.open('entre-todos-outbox-lucia', 2)
        upgrade.onupgradeneeded = () => upgrade.result.createObjectStore('receipts')
        upgrade.onsuccess = () => {
          upgrade.result.close()
          resolve()
        }
        upgrade.onblocked = () => reject(new Error('The outbox stands in the way'))
      })
      await outbox.put(after)
      return outbox.all()
    },
    [before, after] as const,
  )
  expect(kept).toEqual([before, after])
})

it('throws an explained error when there is no storage, and retries at the next call', async () => {
  const [failure, kept] = await page.evaluate(async (change) => {
    const outbox = window.outbox.createOutbox('lucia')
    const { open } = IDBFactory.prototype
    IDBFactory.prototype.open = () => {
      throw new DOMException('The quota is used up', 'QuotaExceededError')
    }
    const failure = await outbox.put(change).catch((error) => error.code)
    IDBFactory.prototype.open = open
    await outbox.put(change)
    return [failure, await outbox.all()]
  }, entry())
  expect(failure).toBe('unavailable')
  expect(kept).toHaveLength(1)
})

async function buildPage(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      lib: {
        entry: join(import.meta.dirname, 'outbox-page/main.ts'),
        formats: ['es'],
      },
    },
  })
  const [output] = Array.isArray(built) ? built : []
  const [chunk] = output?.output ?? []
  if (chunk?.type !== 'chunk') throw new Error('The page was not built')
  return chunk.code
}
