/* Statements for the browser tests of the conciliation, the contributions that they prove, and steps on its screen. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { utils, write } from '@e965/xlsx'
import type { Page } from '@playwright/test'
import { readWorld } from '../../scripts/conciliation/world.ts'
import { addDays, formatDay, today } from '../../shared/dates.ts'
import { newId } from '../../shared/id.ts'
import { ask, expectSync, mutate, report } from './steps.ts'

const SAMPLE = join(import.meta.dirname, '../statements/galicia-csv-cents-30')
const FILE = 'Extracto_CA_4012345-6_099-1.csv'

export interface Statement {
  name: string
  text: string
}

/** The contributions of the sample with an amount of their own. */
const UNIQUE = readWorld(readFileSync(join(SAMPLE, 'world.json'), 'utf8')).contributions.filter(
  ({ uniqueAmount }) => uniqueAmount,
)

/**
 * Reports all contributions of a sample as guests. Each person has an address and an amount of their own. Returns a
 * sample of the bank as if it was downloaded today, with these amounts: reports are of today too.
 */
export async function reportAll(page: Page, collectionId: string): Promise<Statement> {
  await mutate(page, 'update-collection', { id: collectionId, changes: { uniqueCents: true } })
  const own = new Map<string, string>()
  for (const { id, contributorName, amount: sampled } of UNIQUE) {
    const contributionId = newId()
    const response = await page.request.post(`/api/collections/${collectionId}/amount`, {
      headers: { 'Sec-Fetch-Site': 'same-origin' },
      data: { contributionId, amount: sampled - (sampled % 100) },
    })
    const { amount } = await response.json()
    own.set(cellOf(sampled), cellOf(amount))
    const contributorEmail = `${id}@example.com`
    await report(page, collectionId, {
      id: contributionId,
      contributorName,
      amount,
      contributorEmail,
    })
  }
  const rows = readFileSync(join(SAMPLE, 'statements', FILE), 'utf8').split('\n')
  const text = rows.map((row, at) => {
    const day = formatDay(addDays(today(new Date()), -(at % 4)))
    const cells = row.split(';').map((cell) => own.get(cell) ?? cell)
    return cells.join(';').replace(/^\d\d\/\d\d\/\d{4}/, day)
  })
  return { name: FILE, text: text.join('\n') }
}

const cellOf = (amount: number) => (amount / 100).toFixed(2).replace('.', ',')

/** Returns a workbook of an unknown bank with one credit. */
export function bookOf(name: string, payer: string) {
  const code = payer.replace(' ', '').toUpperCase()
  const cells = [`Transferencia ${code}`, payer, `REF${code}77`, `CONCEPTO ${code}`]
  const [text, , reference, note] = cells
  const day = formatDay(today(new Date()))
  const rows = [
    ['Fecha', 'Descripción', 'Importe', 'Nombre', 'Referencia', 'Observaciones'],
    [day, text, 1234.56, payer, reference, note],
    ['13/01/2026', 'Compra', -10, '', '', ''],
  ]
  const book = utils.book_new(utils.aoa_to_sheet(rows), 'Movimientos')
  const bookType = name.endsWith('.xls') ? 'biff8' : 'xlsx'
  return { name, cells, bytes: Buffer.from(write(book, { type: 'array', bookType })) }
}

/** Opens the screen, and waits until its replica has each report, because a statement is matched when it is read. */
export async function openConciliation(page: Page, collectionId: string): Promise<void> {
  await page.goto(`/colecta/${collectionId}/conciliar`)
  await expectSync(page, 'Al día')
}

type ChosenFile = Statement | { name: string; bytes: Buffer }

export async function choose(page: Page, ...files: ChosenFile[]): Promise<void> {
  await page.getByLabel('Resumen de cuenta').setInputFiles(
    files.map((file) => ({
      name: file.name,
      mimeType: 'application/octet-stream',
      buffer: 'bytes' in file ? file.bytes : Buffer.from(file.text),
    })),
  )
}

/**
 * Presses "Terminar" and chooses a file before the review is deleted. Returns a function for the titles of the sections
 * that were shown since.
 */
export async function finishAndChoose(page: Page, { name, text }: Statement) {
  const seen = await page.getByLabel('Resumen de cuenta').evaluateHandle(
    (input: HTMLInputElement, file) => {
      const titles: string[] = []
      new MutationObserver(() => {
        titles.push(...[...document.querySelectorAll('h2')].map(({ innerText }) => innerText))
      }).observe(document.body, { childList: true, subtree: true })
      const buttons = [...document.querySelectorAll('button')]
      buttons.find(({ innerText }) => innerText === 'Terminar')?.click()
      const transfer = new DataTransfer()
      transfer.items.add(new File([file.text], file.name))
      input.files = transfer.files
      input.dispatchEvent(new Event('change', { bubbles: true }))
      return titles
    },
    { name, text },
  )
  return () => seen.jsonValue()
}

export async function drop(page: Page, { name, text }: Statement): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    (file) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([file.text], file.name))
      return transfer
    },
    { name, text },
  )
  const words = page.getByText('También puedes soltarlos aquí')
  for (const type of ['dragover', 'drop']) await words.dispatchEvent(type, { dataTransfer })
}

export const section = (page: Page, name: string) => page.getByRole('region', { name })

export async function verifiedIn(page: Page, collectionId: string): Promise<unknown> {
  return (await ask(page, 'collection', { id: collectionId })).verifiedCount
}

/** Counts clicks, drops and choices from now on. */
export async function countInteractions(page: Page): Promise<() => Promise<number>> {
  const count = await page.evaluateHandle(() => {
    const counted = { interactions: 0 }
    for (const type of ['click', 'drop', 'change']) {
      document.addEventListener(type, () => (counted.interactions += 1), { capture: true })
    }
    return counted
  })
  return () => count.evaluate(({ interactions }) => interactions)
}

/** Returns the number of ticked rows, which the bar would confirm. */
export async function tickedCount(page: Page): Promise<number> {
  const label = await page.getByRole('button', { name: /^Confirmar \d+ aporte|^Nada/ }).innerText()
  return Number(/\d+/.exec(label)?.[0] ?? 0)
}

/** Returns the keys of all records about statements on the device. */
export function recordsOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const found = await indexedDB.databases()
    const { name = '' } = found.find(({ name }) => name?.includes('statements')) ?? {}
    const opening = indexedDB.open(name)
    const database = await new Promise<IDBDatabase>((resolve) => {
      opening.onsuccess = () => resolve(opening.result)
    })
    const asking = database.transaction('records').objectStore('records').getAllKeys()
    const keys = await new Promise<IDBValidKey[]>((resolve) => {
      asking.onsuccess = () => resolve(asking.result)
    })
    database.close()
    return keys.map(String)
  })
}
