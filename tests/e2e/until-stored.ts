import { expect, type Page } from '@playwright/test'
import { expectSync } from './steps.ts'

/**
 * Waits until the page can be opened without a network: every file of the service worker's list is in the cache, and the
 * replica is up to date and on the disk.
 */
export async function untilStored(page: Page): Promise<void> {
  await expectSync(page, 'Al día')
  await untilCached(page)
  await expect.poll(() => hasReplica(page)).toBe(true)
}

/** Waits until the screens can be opened without a network. The engine is cached once the replica is filled. */
export async function untilScreensCached(page: Page): Promise<void> {
  await untilCached(page, (file) => !/\.(wasm|data|gz)$/.test(file))
}

async function untilCached(page: Page, isNeeded = (_file: string) => true): Promise<void> {
  const missing = async () => {
    const files = await page.evaluate(async () => {
      const worker = await (await fetch('/service-worker.js')).text()
      const files = [...worker.matchAll(/"url":"([^"]+)"/g)].map(([, url]) => `/${url}`)
      const cached = await Promise.all(files.map((file) => caches.match(file)))
      return files.length === 0 ? ['no list'] : files.filter((_, index) => !cached[index])
    })
    return files.filter(isNeeded)
  }
  await expect.poll(missing).toEqual([])
}

/** True when the database of the replica holds files. */
function hasReplica(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const name = (await indexedDB.databases()).find(({ name }) =>
      name?.startsWith('/pglite/'),
    )?.name
    if (!name) return false
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name)
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    try {
      if (!database.objectStoreNames.contains('FILE_DATA')) return false
      return await new Promise<boolean>((resolve) => {
        const request = database.transaction('FILE_DATA').objectStore('FILE_DATA').count()
        request.onsuccess = () => resolve(request.result > 0)
      })
    } finally {
      database.close()
    }
  })
}
