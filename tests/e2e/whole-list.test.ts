/* All contributions as one list to scroll, in place of pages of ten, and a contribution that arrives meanwhile. */
import type { Locator } from '@playwright/test'
import { newId } from '../../shared/id.ts'
import { expect, ONLINE, test } from './fixtures.ts'
import { expectSync, mutateAll, report } from './steps.ts'

test.use(ONLINE)

test('all contributions form one list, which keeps its scroll position', async ({
  lucia,
  gift,
}) => {
  // Aa to Aj, Ba to Bj, and so on to Mj.
  const names = [...'ABCDEFGHIJKLM'].flatMap((letter) =>
    [...'abcdefghij'].map((other) => `Aporte ${letter}${other}`),
  )
  const manual = names.map((contributorName, index) => ({
    id: newId(),
    collectionId: gift,
    contributorName,
    contributorEmail: null,
    amount: (index + 1) * 100_00,
    message: '',
  }))
  await mutateAll(lucia, 'add-manual-contribution', manual)

  await lucia.goto(`/colecta/${gift}?orden=aportante&sentido=asc&pagina=3`)
  await expect(lucia.getByText('Mostrando 21 a 30 de 130 aportes')).toBeVisible()
  await lucia.getByRole('button', { name: 'Ver sin páginas' }).click()
  const list = lucia.getByRole('region', { name: 'Todos los aportes' })
  const top = () => list.evaluate(topRow)
  await expect.poll(top).toMatch(/Aporte Ca/)
  await expect(lucia.getByText('Desde el 21 de 130 aportes')).toBeVisible()

  // The page of ten is there at once, the rows below it follow.
  await expect.poll(() => list.evaluate(isFilled)).toBe(true)
  // A person drags the scroll bar: in each frame rows fill the list.
  expect(await list.evaluate(dragThrough)).toEqual({ blankFrames: 0 })
  await expect(list.getByText('Aporte Mj')).toBeInViewport({ ratio: 1 })
  await expect(lucia).toHaveURL(/ver=todo/)

  expect(await list.evaluate(scrollByHalfRows)).toBeCloseTo(0.5, 1)
  await list.evaluate((element) => {
    element.scrollTop = element.scrollHeight / 2
  })
  await expect(lucia).toHaveURL(/pagina=7/)
  await lucia.reload()
  await expect.poll(top).toMatch(/Aporte Ga/)

  await lucia.goto(`/colecta/${gift}?orden=aportante&sentido=asc&ver=todo&pagina=500`)
  await list.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await expect(list.getByText('Aporte Mj')).toBeInViewport({ ratio: 1 })

  await lucia.getByLabel('Buscar por nombre').fill('aporte l')
  await expect.poll(top).toMatch(/Aporte La/)
  await expect(lucia.getByText('Desde el 1 de 10 aportes')).toBeVisible()
  await lucia.getByLabel('Buscar por nombre').fill('')
  await lucia.getByRole('button', { name: 'Ver por páginas' }).click()
  await expect(lucia.getByText('Mostrando 1 a 10 de 130 aportes')).toBeVisible()
  await expect(lucia).not.toHaveURL(/ver=todo/)
})

test('a press shows another order, or another state, from rows that were prefetched', async ({
  lucia,
  gift,
}) => {
  const manual = ['Ana Paz', 'Beto Paz', 'Caro Paz'].map((contributorName, index) => ({
    id: newId(),
    collectionId: gift,
    contributorName,
    contributorEmail: null,
    amount: (3 - index) * 100_00,
    message: '',
  }))
  await mutateAll(lucia, 'add-manual-contribution', manual)
  await lucia.addInitScript(watchWorkers)
  await lucia.goto(`/colecta/${gift}`)
  await expectSync(lucia, 'Al día')
  const rejected = (answered: unknown[]) => JSON.stringify(answered).includes('"rejected"')
  await expect.poll(async () => rejected(await lucia.evaluate(() => window.answered))).toBe(true)

  // From now on neither the replica nor the server answers.
  await lucia.evaluate(() => {
    window.isDeaf = true
  })
  await lucia.route('**/api/query/**', (route) => route.abort())
  const names = lucia.getByRole('table', { name: 'Aportes' }).locator('tbody th')
  for (const [header, first] of [
    ['Aportante', 'Ana Paz'],
    ['Aportante', 'Caro Paz'],
    ['Monto', 'Ana Paz'],
    ['Monto', 'Caro Paz'],
  ] as const) {
    await lucia.getByRole('columnheader', { name: header }).getByRole('button').click()
    await expect(names.first()).toHaveText(first)
  }
  await lucia.getByRole('button', { name: /^Por verificar/ }).click()
  await expect(names).toHaveCount(3)
})

declare global {
  interface Window {
    /** The arguments of the queries that the replica answered. */
    answered: unknown[]
    /** True: queries no longer reach its worker. */
    isDeaf: boolean
  }
}

/** Runs inside the page. Records the queries that the worker of the replica answers, and can stop them. */
function watchWorkers(): void {
  window.answered = []
  const asked = new Map<string, unknown>()
  window.Worker = class extends Worker {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args)
      this.addEventListener('message', ({ data }) => {
        if (asked.has(data.id)) window.answered.push(asked.get(data.id))
      })
    }

    override postMessage(message: { id: string; method?: string; args: unknown }): void {
      if (message.method === 'answer') {
        if (window.isDeaf) return
        asked.set(message.id, message.args)
      }
      super.postMessage(message)
    }
  }
}

test('a new row is marked by one animation, or by a colour with reduced motion', async ({
  lucia,
  guest,
  gift,
}) => {
  await report(guest, gift)
  await lucia.goto(`/colecta/${gift}`)
  await expectSync(lucia, 'Al día')
  const list = lucia.getByRole('table', { name: 'Aportes' })
  const rows = list.locator('tbody tr')
  await expect(rows).toHaveCount(1)
  await lucia.emulateMedia({ reducedMotion: 'no-preference' })
  const animated = await list.evaluateHandle(watchAnimations)
  await report(guest, gift, { contributorName: 'Beto Paz' })
  expect(await animated.evaluate(({ elements }) => elements)).toEqual(['TR'])

  await lucia.emulateMedia({ reducedMotion: 'reduce' })
  const colour = (row: Locator) => row.evaluate((row) => getComputedStyle(row).backgroundColor)
  await expect(rows).toHaveCount(2)
  expect(await colour(rows.first())).not.toBe(await colour(rows.last()))
  expect(await list.evaluate((list) => list.getAnimations({ subtree: true }).length)).toBe(0)
})

/** Watches a list from now on: `elements` are the names of those whose animation begins next. */
function watchAnimations(list: Element): { elements: Promise<string[]> } {
  const elements = new Promise<string[]>((resolve) => {
    list.addEventListener('animationstart', () =>
      resolve(
        list
          .getAnimations({ subtree: true })
          .map(({ effect }) => (effect instanceof KeyframeEffect && effect.target?.nodeName) || ''),
      ),
    )
  })
  return { elements }
}

/** The text of the first row below the upper edge of the rows. */
function topRow(list: Element): string {
  const edge =
    list.querySelector('thead')?.getBoundingClientRect().bottom ?? list.getBoundingClientRect().top
  const rows = [...list.querySelectorAll('tbody tr, ul > li')]
  return rows.find((row) => row.getBoundingClientRect().bottom > edge + 1)?.textContent ?? ''
}

/** Scrolls to the middle of the row of the index 20. Returns the part of it that is below the upper edge. */
async function scrollByHalfRows(list: Element): Promise<number> {
  const heightOf = (element?: Element | null) => element?.getBoundingClientRect().height ?? 0
  const height = heightOf(list.querySelector('tbody tr, ul > li'))
  list.scrollTop = 20.5 * height
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  const row = list.querySelector('tbody tr, ul > li')
  const edge = list.getBoundingClientRect().top + heightOf(list.querySelector('thead'))
  return ((row?.getBoundingClientRect().bottom ?? 0) - edge) / height
}

async function dragThrough(list: Element): Promise<{ blankFrames: number }> {
  const end = list.scrollHeight - list.clientHeight
  let blankFrames = 0
  for (let step = 0; step <= 30; step += 1) {
    list.scrollTop = (end * step) / 30
    await new Promise(requestAnimationFrame)
    const last = [...list.querySelectorAll('tbody tr, ul > li')].at(-1)
    if (!last || last.getBoundingClientRect().bottom < list.getBoundingClientRect().bottom - 1)
      blankFrames += 1
  }
  return { blankFrames }
}

function isFilled(list: Element): boolean {
  const last = [...list.querySelectorAll('tbody tr, ul > li')].at(-1)
  const bottom = last?.getBoundingClientRect().bottom ?? 0
  return bottom >= list.getBoundingClientRect().bottom - 1
}
