/*
 * The id of a movement reveals nothing of it, and is the same on every device of a person and in every download of the
 * bank. It never depends on the balance, the description, the row, the branch or the file.
 */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { toBase64url } from '../base64url.ts'
import type { BlockOfAccount } from './file-accounts.ts'
import type { StatementLine } from './line.ts'

/** A movement with the text that identifies it within an account. */
export interface KnownLine extends StatementLine {
  canonical: string
  /** 22 digits; null when no file showed them. */
  account: string | null
}

/**
 * Joins the blocks of all files. Equal movements of one block are different movements. Equal ones of several blocks are
 * the same movement, so that sheets and downloads may overlap.
 */
export function joinBlocks(blocks: readonly BlockOfAccount[]): KnownLine[] {
  const known = new Map<string, KnownLine>()
  for (const { account, lines } of blocks) {
    const counts = new Map<string, number>()
    for (const line of lines) {
      const base = identityOf(line)
      const count = (counts.get(base) ?? 0) + 1
      counts.set(base, count)
      const canonical = line.hasStableReference ? base : `${base}|${count}`
      const movement = { ...line, canonical, account }
      const id = movementKey(movement)
      const before = known.get(id)
      if (!before || line.line < before.line) known.set(id, movement)
    }
  }
  return [...known].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, movement]) => movement)
}

/** Returns a key that is the same for a movement in all files. */
export function movementKey({ canonical, account }: KnownLine): string {
  return account ? `${canonical}|${account}` : canonical
}

function identityOf({ reference, hasStableReference, day, amount, payerKey }: StatementLine) {
  if (hasStableReference) return `ref:${reference}|${day}|${amount}`
  return `${day}|${amount}|${payerKey}`
}

type LineId = (account: string, line: Pick<KnownLine, 'canonical'>) => string

/** Returns the function that makes ids with a person's own key. `account` is 22 digits or an alias in lower case. */
export function lineIdsOf(key: Uint8Array): LineId {
  const keyed = hmac.create(sha256, key)
  return (account, { canonical }) => {
    const text = utf8ToBytes(`v1|${account}|${canonical}`)
    return toBase64url(keyed.clone().update(text).digest())
  }
}
