/*
 * An organiser's device while network, server, tab, disk, replica or clock fail. No change is lost or doubled, the
 * sync badge shows the true state, and no screen is blank.
 */
import type { Page } from '@playwright/test'
import type { ServerProcess } from '../../scripts/start-server.ts'
import { expect, test } from './fixtures.ts'
import { expectSync, GIFT, registerContribution, report } from './steps.ts'
import { untilStored } from './until-stored.ts'

test.use({ ownServer: {} })

let uncaught: string[] = []

test.beforeEach(({ lucia }) => {
  uncaught = []
  lucia.context().on('weberror', (error) => uncaught.push(String(error.error())))
})

test.afterEach(() => {
  expect(uncaught).toEqual([])
})

test('[S5] [S7] a server that is killed repeatedly gets every change once', async ({
  lucia,
  gift,
  server,
}) => {
  // 1. During the first fill.
  const [copying] = await Promise.all([
    lucia.waitForRequest(/\/api\/sync\/snapshot\//).then(() => server.kill()),
    lucia.goto(`/colecta/${gift}`),
  ])
  expect(copying).toBeUndefined()
  await expectSync(lucia, 'Sin conexión')
  await expectHeading(lucia)
  await server.restart()
  await expectSync(lucia, 'Al día')

  // 2. While the stream is open and a name is being typed.
  await openForm(lucia)
  await lucia.getByLabel('Nombre de quien aportó').pressSequentially('Abril ')
  await server.kill()
  await lucia.getByLabel('Nombre de quien aportó').pressSequentially('Díaz')
  await expect(lucia.getByLabel('Nombre de quien aportó')).toHaveValue('Abril Díaz')
  await lucia.getByRole('button', { name: 'Registrar aporte' }).click()
  await expectContributors(lucia, ['Abril Díaz'])
  await expectSync(lucia, /Sin conexión · 1 cambio por enviar/)
  await server.restart()
  await expectSync(lucia, 'Al día')

  // 3. While a change is being sent: it may have arrived, or not.
  await openForm(lucia)
  const killed = lucia.waitForRequest(/\/api\/sync\/mutations/).then(() => server.kill())
  await registerContribution(lucia, 'Bruno Paz')
  await expectContributors(lucia, ['Abril Díaz', 'Bruno Paz'])
  await killed
  await server.restart()
  await expectSync(lucia, 'Al día')

  // 4. After a change has arrived, before its response.
  await openForm(lucia)
  const answered = lucia
    .waitForResponse(/\/api\/sync\/mutations/)
    .then(() => lucia.context().setOffline(true))
  await registerContribution(lucia, 'Carla Sosa')
  await answered
  await expectContributors(lucia, ['Abril Díaz', 'Bruno Paz', 'Carla Sosa'])
  await lucia.context().setOffline(false)
  await expectSync(lucia, 'Al día')

  expect(await contributorsOf(lucia, server, gift)).toEqual([
    'Abril Díaz',
    'Bruno Paz',
    'Carla Sosa',
  ])
})

test('[S11] a crash of the tab that owns the replica loses nothing of another tab', async ({
  lucia,
  gift,
  server,
}) => {
  await lucia.goto(`/colecta/${gift}`)
  await expectSync(lucia, 'Al día')
  const second = await lucia.context().newPage()
  await second.goto(`/colecta/${gift}`)
  await expectSync(second, 'Al día')

  await openForm(second)
  await second.getByLabel('Nombre de quien aportó').fill('Abril Díaz')
  await Promise.all([
    crash(lucia),
    second.getByRole('button', { name: 'Registrar aporte' }).click(),
  ])
  await expectContributors(second, ['Abril Díaz'])
  await openForm(second)
  await registerContribution(second, 'Bruno Paz')
  await expectContributors(second, ['Abril Díaz', 'Bruno Paz'])
  await expectSync(second, 'Al día')

  // And the worker alone, without a message.
  await openForm(second)
  await Promise.all(second.workers().map((worker) => worker.evaluate(() => self.close())))
  await registerContribution(second, 'Carla Sosa')
  await expect(second).toHaveURL(/\/colecta\/[^/]+$/, { timeout: 90_000 })
  await expectContributors(second, ['Abril Díaz', 'Bruno Paz', 'Carla Sosa'])
  await expectSync(second, 'Al día')
  expect(await contributorsOf(second, server, gift)).toEqual([
    'Abril Díaz',
    'Bruno Paz',
    'Carla Sosa',
  ])
})

test('[S7] [S10] a full disk stores no replica and no change, shows an error, and loses no typed text', async ({
  lucia,
  gift,
  server,
}) => {
  const browser = await lucia.context().newCDPSession(lucia)
  const setQuota = (bytes?: number) =>
    browser.send('Storage.overrideQuotaForOrigin', {
      origin: server.origin,
      ...(bytes === undefined ? {} : { quotaSize: bytes }),
    })
  await setQuota(1_000)
  await lucia.goto(`/colecta/${gift}`)
  await expectSync(lucia, 'Al día')
  const badge = lucia.getByRole('button', { name: /^Sincronización/ })
  const noRoom = lucia.getByText('No hay espacio para guardar la copia en este dispositivo.')
  await badge.click()
  await expect(noRoom).toBeVisible()
  await lucia.keyboard.press('Escape')

  await openForm(lucia)
  await lucia.context().setOffline(true)
  await registerContribution(lucia, 'Abril Díaz')
  await expect(
    lucia.getByText('No se pudo guardar en este dispositivo. Revisa si tiene espacio'),
  ).toBeVisible()
  await expect(lucia.getByLabel('Nombre de quien aportó')).toHaveValue('Abril Díaz')
  await lucia.context().setOffline(false)
  expect(await contributorsOf(lucia, server, gift)).toEqual([])

  // With a network the server takes it.
  await lucia.getByRole('button', { name: 'Registrar aporte' }).click()
  await expectContributors(lucia, ['Abril Díaz'])
  expect(await contributorsOf(lucia, server, gift)).toEqual(['Abril Díaz'])

  await setQuota()
  await openForm(lucia)
  await registerContribution(lucia, 'Bruno Paz')
  await expectContributors(lucia, ['Abril Díaz', 'Bruno Paz'])
  await expectSync(lucia, 'Al día')
  await badge.click()
  await expect(noRoom).toBeHidden()
  await lucia.reload()
  await expectContributors(lucia, ['Abril Díaz', 'Bruno Paz'])
  await expectSync(lucia, 'Al día')
  expect(await contributorsOf(lucia, server, gift)).toEqual(['Abril Díaz', 'Bruno Paz'])
})

test('[S10] a damaged replica is rebuilt, and unsent changes are sent', async ({
  lucia,
  gift,
  guest,
  server,
}) => {
  await report(guest, gift)
  // A page of the same origin without the app, from which the closed replica is damaged.
  const outside = await lucia.context().newPage()
  await outside.goto('/api/health')
  const names = ['Julieta Romero']
  let page = lucia
  for (const damage of ['lost', 'garbage', 'indexes'] as const) {
    await page.bringToFront()
    await page.goto(`/colecta/${gift}`)
    await expectSync(page, 'Al día')
    await openForm(page)
    await expect.poll(() => outside.evaluate(countFiles)).toBeGreaterThan(0)
    await server.kill()
    names.push(`Abril ${damage}`)
    await registerContribution(page, `Abril ${damage}`)
    await expectContributors(page, names)
    await expectSync(page, /1 cambio por enviar/)
    await page.close()
    expect(await outside.evaluate(damageFiles, damage)).toBeGreaterThan(0)
    await server.restart()
    page = await outside.context().newPage()
    await page.goto(`/colecta/${gift}`)
    await expectContributors(page, names)
    await expectSync(page, 'Al día')
    await expectContributors(page, names)
  }
  expect(await contributorsOf(page, server, gift)).toEqual([...names].sort())
})

test('[S6] the replica is current after 24 hours, half of them without a server, with few requests', async ({
  lucia,
  gift,
  guest,
  server,
}) => {
  await lucia.clock.install()
  await lucia.goto(`/colecta/${gift}`)
  await expectSync(lucia, 'Al día')
  let requests = 0
  lucia.on('request', (request) => {
    if (request.url().includes('/api/')) requests++
  })
  for (const there of [true, false, true, false]) {
    if (there) await report(guest, gift)
    else await server.kill()
    await expectSync(lucia, there ? 'Al día' : 'Sin conexión')
    const before = requests
    // The device sleeps: each timer that is due fires once, as when its lid is opened again.
    for (let hour = 0; hour < 6; hour++) await lucia.clock.fastForward('01:00:00')
    await expectHeading(lucia)
    await expectSync(lucia, there ? 'Al día' : 'Sin conexión')
    expect(requests - before).toBeLessThan(60)
    if (!there) await server.restart()
  }
  await expectSync(lucia, 'Al día')
  const julietas = lucia.getByRole('table', { name: 'Aportes' }).getByText('Julieta Romero')
  await expect(julietas).toHaveCount(2)
})

test('[S11] a query that never ends is stopped, and the replica opens again', async ({ lucia }) => {
  await lucia.goto('/perfil/diagnostico')
  await untilStored(lucia)
  const query = lucia.getByLabel('Consulta', { exact: true })
  const ask = lucia.getByRole('button', { name: 'Consultar' })
  await query.fill('select count(*) from generate_series(1, 1e13::bigint)')
  await ask.click()
  await expect(query).toHaveAccessibleDescription('La consulta tardó demasiado y la detuvimos.')
  await query.fill('select first_name from users')
  await ask.click()
  const answer = lucia.getByRole('region', { name: 'Resultado de la consulta' })
  await expect(answer.getByRole('cell')).toHaveText(['Lucía'])
  await expect(lucia.getByText('Worker: no answer')).toBeVisible()
  await expectSync(lucia, 'Al día')
})

async function expectHeading(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: GIFT.title, level: 1 })).toBeVisible()
}

async function openForm(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: 'Registrar aporte' })
    .filter({ visible: true })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Registrar aporte manual' })).toBeVisible()
}

async function expectContributors(page: Page, names: readonly string[]): Promise<void> {
  await expectHeading(page)
  for (const name of names) {
    await expect(page.getByRole('table', { name: 'Aportes' }).getByText(name)).toHaveCount(1)
  }
}

/** Returns the contributors' names from the server. */
async function contributorsOf(page: Page, server: ServerProcess, id: string): Promise<string[]> {
  const args = encodeURIComponent(
    JSON.stringify({ collectionId: id, sort: 'name', direction: 'asc' }),
  )
  const answer = await page.request.get(
    `${server.origin}/api/query/collection-contributions?args=${args}`,
  )
  const { rows }: { rows: { contributorName: string }[] } = await answer.json()
  return rows.map(({ contributorName }) => contributorName)
}

/** Crashes the tab: no handler of the page runs. */
async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash')
  const browser = await page.context().newCDPSession(page)
  void browser.send('Page.crash').catch(() => undefined) // nobody is left to answer
  await crashed
  await page.close()
}

async function countFiles(): Promise<number> {
  const { name } =
    (await indexedDB.databases()).find(({ name }) => name?.startsWith('/pglite/')) ?? {}
  if (!name) return 0
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const database = opening.result
      if (!database.objectStoreNames.contains('FILE_DATA')) {
        database.close()
        return resolve(0)
      }
      const counting = database.transaction('FILE_DATA').objectStore('FILE_DATA').count()
      counting.onsuccess = () => {
        database.close()
        resolve(counting.result)
      }
    }
  })
}

/**
 * Deletes the files of every table, or overwrites them; or only those of indexes, which an engine reads long after it
 * has opened.
 */
async function damageFiles(how: 'lost' | 'garbage' | 'indexes'): Promise<number> {
  const { name = '' } =
    (await indexedDB.databases()).find(({ name }) => name?.startsWith('/pglite/')) ?? {}
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const database = opening.result
      const transaction = database.transaction('FILE_DATA', 'readwrite')
      let damaged = 0
      const walking = transaction.objectStore('FILE_DATA').openCursor()
      walking.onsuccess = () => {
        const file = walking.result
        if (!file) return
        const { contents } = file.value
        // The catalogue has low numbers: with these the engine opens, and fails later.
        const relation = /\/base\/\d+\/(\d+)$/.exec(String(file.key))?.[1]
        if (contents?.length && Number(relation) >= 16384) {
          const magic = new DataView(contents.buffer, contents.byteOffset).getUint32(24, true)
          const isIndex = magic === 0x053162 // PostgreSQL's BTREE_MAGIC
          const nonsense = contents.map((byte: number) => byte ^ 0x5a)
          if (how === 'lost') file.delete()
          else if (how === 'garbage' || isIndex) file.update({ ...file.value, contents: nonsense })
          if (how !== 'indexes' || isIndex) damaged++
        }
        file.continue()
      }
      transaction.oncomplete = () => {
        database.close()
        resolve(damaged)
      }
      transaction.onabort = () => reject(transaction.error)
    }
  })
}
