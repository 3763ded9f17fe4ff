/* axe-core in an open page: what WCAG 2.2 AA and the rules of good practice find wrong. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

declare global {
  interface Window {
    axe: { run(context: Document, options: object): Promise<{ violations: Violation[] }> }
  }
}

interface Violation {
  id: string
  nodes: { html: string }[]
}

/** The short form, because it is parsed on every page. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Returns what axe finds on the page, one sentence each. `rules` are options of `axe.run`; without them, all. */
export async function violationsOf(page: Pick<Page, 'evaluate'>, rules = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  // Selectors and the results of rules that pass cost as much as the rules themselves.
  const options = { ...rules, resultTypes: ['violations'], selectors: false }
  return await page.evaluate(async (options) => {
    const { violations } = await window.axe.run(document, options)
    return violations.map(({ id, nodes }) => {
      const elements = nodes.map(({ html }) => html.slice(0, 160))
      return `${id}: ${elements.join(' ')}`
    })
  }, options)
}
