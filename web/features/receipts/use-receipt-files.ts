import { useEffect, useReducer, useState } from 'react'
import { asAppError } from '../../../shared/errors.ts'
import { onNetwork } from '../../api/on-network.ts'
import { fetchReceipt } from './fetch-receipt.ts'
import type { FoundReceipt } from './receipt-view.tsx'

/** Limit of the files in memory. They are stored nowhere else, so that nothing of them stays on the device (R4). */
const MOST_KEPT = 64 * 2 ** 20 // bytes

/** Loads receipts ahead for the review: the first one at once, the others one after another. */
export function useReceiptFiles(contributionIds: readonly string[]): (id: string) => FoundReceipt {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [files] = useState(() => createReceiptFiles(redraw))

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same ids in another array
  useEffect(() => files.want(contributionIds), [files, contributionIds.join()])
  useEffect(() => {
    const stop = onNetwork(files.retryFailed)
    return () => {
      stop()
      files.clear()
    }
  }, [files])
  return files.of
}

export function createReceiptFiles(onChange: () => void) {
  /** In order of use, the most recent last. */
  const found = new Map<string, FoundReceipt>()
  let wanted: readonly string[] = []
  let stopping = new AbortController()
  let isLoadingAhead = false

  function put(id: string, receipt: FoundReceipt): void {
    found.delete(id)
    found.set(id, receipt)
  }

  async function load(id: string): Promise<void> {
    const { signal } = stopping
    const before = found.get(id)
    if (before) release(before)
    put(id, { name: 'loading' })
    onChange()
    const receipt = await receiptOf(id, signal, () => void load(id))
    if (signal.aborted) return release(receipt)
    put(id, receipt)
    makeRoom()
    onChange()
  }

  async function loadFirst(): Promise<void> {
    const [first] = wanted
    if (first === undefined) return
    const known = found.get(first)
    if (known) put(first, known)
    else await load(first)
  }

  async function loadAhead(): Promise<void> {
    const next = wanted.find((id) => !found.has(id))
    // If the wanted receipts exceed the limit, the last ones wait until earlier ones are no longer wanted.
    if (isLoadingAhead || next === undefined || keptSize() > MOST_KEPT) return
    isLoadingAhead = true
    await load(next)
    isLoadingAhead = false
    return loadAhead()
  }

  function keptSize(): number {
    return [...found.values()].reduce((sum, receipt) => sum + sizeOf(receipt), 0)
  }

  /** Evicts unwanted receipts, the least recently used first. */
  function makeRoom(): void {
    for (const [id, receipt] of found) {
      if (keptSize() <= MOST_KEPT) return
      if (wanted.includes(id)) continue
      found.delete(id)
      release(receipt)
    }
  }

  return {
    of: (id: string): FoundReceipt => found.get(id) ?? { name: 'loading' },
    want(ids: readonly string[]): void {
      wanted = ids
      makeRoom()
      void loadFirst()
      void loadAhead()
    },
    retryFailed(): void {
      for (const [id, { name }] of found) if (name === 'failed') found.delete(id)
      void loadFirst()
      void loadAhead()
    },
    clear(): void {
      wanted = []
      stopping.abort()
      stopping = new AbortController()
      for (const receipt of found.values()) release(receipt)
      found.clear()
    },
  }
}

async function receiptOf(
  contributionId: string,
  signal: AbortSignal,
  retry: () => void,
): Promise<FoundReceipt> {
  try {
    const { address, file } = await fetchReceipt(contributionId, signal)
    return { name: 'ready', answer: { ...address, url: URL.createObjectURL(file) }, file, retry }
  } catch (error) {
    return { name: 'failed', error: asAppError(error), retry }
  }
}

function sizeOf(receipt: FoundReceipt): number {
  return receipt.name === 'ready' ? receipt.answer.size : 0
}

function release(receipt: FoundReceipt): void {
  if (receipt.name === 'ready') URL.revokeObjectURL(receipt.answer.url)
}
