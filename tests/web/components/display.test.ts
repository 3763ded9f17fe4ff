/* The components with the colours of the system, and with texts that are read from right to left. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ComponentPages, openComponentPages } from './component-pages.ts'

let components: ComponentPages
beforeAll(async () => {
  components = await openComponentPages()
})
afterEach(() => components.clear())
afterAll(() => components.close())

test('with the colours of the system dialogs and toasts have edges, and steps are seen', async () => {
  const page = await components.show('overlay', { forcedColors: 'active' })
  const edge = (of: string) =>
    page.locator(of).evaluate((element) => getComputedStyle(element).borderTopWidth)
  await page.getByRole('button', { name: 'Aportar', exact: true }).click()
  expect(await edge('dialog')).toBe('1px')
  const stepColours = await page
    .locator('dialog [data-reached]')
    .evaluateAll((steps) => steps.map((step) => getComputedStyle(step).backgroundColor))
  expect(new Set(stepColours).size).toBe(2)
  await page.keyboard.press('Escape')
  expect(await edge('[role=alertdialog]')).toBe('1px')
  await page.getByRole('button', { name: 'Salir', exact: true }).click()
  await page.getByRole('button', { name: 'Eliminar aporte' }).click()
  expect(await edge('[role=status] > :has(button)')).toBe('1px')
})

test('with the colours of the system the dot of a state and the bones of a list are seen', async () => {
  const page = await components.show('list', { forcedColors: 'active' })
  const groundOf = (element: Element) => getComputedStyle(element).backgroundColor
  const canvas = await page.locator('body').evaluate(groundOf)
  await page.locator('body').evaluate((body) => {
    body.append(Object.assign(document.createElement('div'), { className: 'bone' }))
  })
  const dot = page.locator('[class*=face] > span:empty')
  expect(await dot.first().evaluate(groundOf)).not.toBe(canvas)
  expect(await page.locator('.bone').last().evaluate(groundOf)).not.toBe(canvas)
})

test('a text from right to left is cut at its end, and an amount stays after it', async () => {
  const page = await components.show('list')
  const name = 'محمد عبد الرحمن بن عبد العزيز القحطاني'
  const [first, cell, amount] = await page.evaluate((name) => {
    document.body.insertAdjacentHTML(
      'afterbegin',
      `<p class="clip">${name}</p><p>${name} <span class="num">$ 15.000</span></p>`,
    )
    const [cut, sentence] = document.querySelectorAll('p')
    if (!(cut && sentence)) throw new Error('No paragraphs')
    Object.assign(cut.style, { width: '100px', textAlign: 'left' })
    const letter = (of: Element) => {
      const range = document.createRange()
      range.setStart(of.firstChild as Node, 0)
      range.setEnd(of.firstChild as Node, 1)
      return range.getBoundingClientRect().right
    }
    return [
      letter(cut) - cut.getBoundingClientRect().right,
      letter(sentence),
      sentence.querySelector('.num')?.getBoundingClientRect().left ?? 0,
    ] as const
  }, name)
  expect(first).toBeLessThanOrEqual(1)
  expect(amount).toBeGreaterThanOrEqual(cell)
})
