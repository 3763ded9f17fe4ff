import { expect, type Page } from '@playwright/test'
import { expectSync } from './steps.ts'

/** Until the device has all it needs: the program as its worker lists it, and the replica on the disk. */
export async function untilKept(page: Page): Promise<void> {
  await expectSync(page, 'Al día')
  const missing = () =>
    page.evaluate(async () => {
      const worker = await (await fetch('/service-worker.js')).text()
      const files = [...worker.matchAll(/"url":"([^"]+)"/g)].map(([, url]) => `/${url}`)
      const kept = await Promise.all(files.map((file) => caches.match(file)))
      return files.length === 0 ? ['no list'] : files.filter((_, index) => !kept[index])
    })
  await expect.poll(missing).toEqual([])
  await expect.poll(() => hasFolder(page)).toBe(true)
}

function hasFolder(page: Page): Promise<boolean> {
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
