/* The components with texts that are read from right to left. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ComponentPages, openComponentPages } from './component-pages.ts'

let components: ComponentPages
beforeAll(async () => {
  components = await openComponentPages()
})
afterEach(() => components.clear())
afterAll(() => components.close())

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
