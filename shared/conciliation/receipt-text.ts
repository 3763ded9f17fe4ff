/*
 * Reads the operation number and the payer from the text of a transfer's receipt. The text counts only when it contains
 * the reported amount, and a fact only when it is unambiguous.
 */
import { type Centavos, parseMoney } from '../money.ts'
import { fold } from '../text.ts'
import { cuitIn } from './cuit.ts'
import { nameWords } from './names.ts'
import { payerIn } from './payer.ts'

export interface ReceiptFacts {
  operationNumber: string | null
  cuit: string | null
  name: string | null
}

export const NO_FACTS: ReceiptFacts = { operationNumber: null, cuit: null, name: null }

/** Reads the lines of a receipt. `amount`: of the contribution that it is for. */
export function readReceiptText(lines: readonly string[], amount: Centavos): ReceiptFacts {
  const texts = lines.map((line) => line.replace(/\s+/g, ' ').trim()).filter((line) => line !== '')
  if (!texts.some((text) => hasAmount(text, amount))) return NO_FACTS
  const payer = linesOfPayer(texts)
  return {
    operationNumber: operationNumberIn(texts),
    cuit: onlyOne(payer.flatMap((text) => cuitIn(text) ?? [])),
    name: nameIn(payer),
  }
}

/** True when a text contains the amount: '$ 15.000', '15000,00' or '$15.000,00'. */
function hasAmount(text: string, amount: Centavos): boolean {
  const numbers = [...text.matchAll(/\d(?:[\d.,]*\d)?/g)]
  return numbers.some(([number]) => parseMoney(number) === amount)
}

/** Labels of the number, the most exact first, folded. */
const NUMBERS = [
  /\b(?:numero|nro|n[°º]?|codigo|id) (?:de )?operacion\b|^operacion\b/,
  /\b(?:numero|nro|n[°º]?|codigo) (?:de )?(?:comprobante|transaccion|transferencia|referencia|control)\b/,
  /\bcoelsa\b|\bcodigo de identificacion\b/,
]

/** Finds the number behind its label, or in the next line. */
function operationNumberIn(texts: readonly string[]): string | null {
  for (const label of NUMBERS) {
    const numbers = texts.flatMap((text, at) => {
      const found = label.exec(fold(text))
      if (!found) return []
      const behind = text.slice(found.index + found[0].length)
      return numberIn(behind) ?? (/\d/.test(behind) ? [] : (numberIn(texts[at + 1] ?? '') ?? []))
    })
    const number = onlyOne(numbers)
    if (number) return number
  }
  return null
}

/** Finds five digits or more, or a code of capitals and digits. */
function numberIn(text: string): string | null {
  const words = text.match(/[\p{L}\d-]+/gu) ?? []
  return words.find((word) => /^[A-Z\d]{5,}$/.test(word) && /\d/.test(word)) ?? null
}

/** Headings of the payer and of the recipient, folded. */
const PAYER =
  /^(?:de(?=:|$)|desde\b|origen\b|cuenta (?:de )?(?:origen|debito)\b|ordenante\b|originante\b|remitente\b|pagador\b|titular (?:de la )?cuenta (?:de )?(?:origen|debito)\b|datos del? (?:ordenante|originante|remitente|origen)\b|enviado por\b|quien envia\b)/
const RECIPIENT =
  /^(?:a(?=:|$)|para\b|hacia\b|destino\b|cuenta (?:de )?(?:destino|credito)\b|destinatario\b|beneficiario\b|titular (?:de la )?cuenta (?:de )?(?:destino|credito)\b|datos del? (?:destinatario|beneficiario|destino)\b|quien recibe\b)/
/** Headings of neither. */
const OTHER =
  /^(?:motivo|concepto|referencia|importe|monto|fecha|numero|nro|codigo|comprobante|operacion|estado)\b/

/** Returns the lines between the payer's heading and the next one. */
function linesOfPayer(texts: readonly string[]): string[] {
  const own: string[] = []
  let isPayers = false
  for (const text of texts) {
    const folded = fold(text).replace(/^[^a-z]+/, '')
    if (PAYER.test(folded)) isPayers = true
    else if (RECIPIENT.test(folded) || OTHER.test(folded)) isPayers = false
    if (isPayers) own.push(text)
  }
  return own
}

function nameIn(lines: readonly string[]): string | null {
  for (const line of lines) {
    const { name } = payerIn(line.slice(line.indexOf(':') + 1))
    if (name !== null && nameWords(name).length >= 2) return name
  }
  return null
}

function onlyOne(values: readonly string[]): string | null {
  const [only, ...others] = new Set(values)
  return only !== undefined && others.length === 0 ? only : null
}
