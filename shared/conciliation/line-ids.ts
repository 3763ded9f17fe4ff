/*
 * The id of a movement says nothing of it, and is the same on every device of a person and in every download of the
 * bank. It never depends on the balance, the description, the row, the branch or the file.
 */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { StatementLine } from './line.ts'

/** A movement with the text that identifies it within an account. */
export interface KnownLine extends StatementLine {
  canonical: string
}

/**
 * Joins the blocks of all files. Equal movements of one block are that many; equal ones in several blocks are the
 * same, so that sheets and downloads may overlap.
 */
export function joinBlocks(blocks: readonly (readonly StatementLine[])[]): KnownLine[] {
  const known = new Map<string, KnownLine>()
  for (const lines of blocks) {
    const counts = new Map<string, number>()
    for (const line of lines) {
      const base = identityOf(line)
      const count = (counts.get(base) ?? 0) + 1
      counts.set(base, count)
      const canonical = line.hasStableReference ? base : `${base}|${count}`
      const before = known.get(canonical)
      if (!before || line.line < before.line) known.set(canonical, { ...line, canonical })
    }
  }
  return [...known.values()].toSorted((a, b) => (a.canonical < b.canonical ? -1 : 1))
}

function identityOf({ reference, hasStableReference, day, amount, payerKey }: StatementLine) {
  if (hasStableReference) return `ref:${reference}|${day}|${amount}`
  return `${day}|${amount}|${payerKey}`
}

/** `account` is 22 digits or an alias in lower case; `key` is the person's own. */
export function lineId(key: Uint8Array, account: string, { canonical }: KnownLine): string {
  const digest = hmac(sha256, key, utf8ToBytes(`v1|${account}|${canonical}`))
  return btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
