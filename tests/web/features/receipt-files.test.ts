import { afterEach, expect, it, vi } from 'vitest'
import { newId } from '../../../shared/id.ts'
import { MINUTE, SECOND } from '../../../shared/time.ts'
import { createReceiptFiles } from '../../../web/features/receipts/use-receipt-files.ts'

const MEGABYTE = 2 ** 20 // bytes

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** A server whose receipts all have this size. Returns the ids that were asked for. */
function serve(size: number): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const [, id] = /receipts\/([^/]+)\/url$/.exec(url) ?? []
    if (!id) return new Response('bytes')
    asked.push(id)
    const answer = { url: '/file', name: 'recibo.png', type: 'image/png', size, expiresAt: '' }
    return Response.json(answer)
  })
  return asked
}

it('loads each once; when they are too large together, the rest as the person gets near them', async () => {
  const asked = serve(10 * MEGABYTE)
  const ids = Array.from({ length: 11 }, newId)
  const files = createReceiptFiles(() => {})
  files.want(ids)
  await vi.waitFor(() => expect(files.of(ids[6] ?? '').name).toBe('ready'))
  expect(asked).toEqual(ids.slice(0, 7))
  expect(files.of(ids[0] ?? '').name).toBe('ready')

  files.want(ids.slice(1))
  await vi.waitFor(() => expect(asked).toEqual(ids.slice(0, 8)))
  expect(files.of(ids[0] ?? '').name).toBe('loading') // it made room
  files.clear()
})

it('counts a file that stops arriving as failed, and loads the next one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const limit = new AbortController()
    setTimeout(() => limit.abort(), ms)
    return limit.signal
  })
  const asked = serve(MEGABYTE)
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, { signal }: RequestInit) =>
    url === '/file' && asked.length === 1
      ? new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
      : answer(url),
  )
  const [first = '', second = ''] = [newId(), newId()]
  const files = createReceiptFiles(() => {})
  files.want([first])
  // One limits the request of the address, which has ended, and one the file.
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(2))
  await vi.advanceTimersByTimeAsync(2 * MINUTE)
  await vi.waitFor(() => expect(files.of(first).name).toBe('failed'))
  files.want([first, second])
  await vi.waitFor(() => expect(files.of(second).name).toBe('ready'))
  files.retryFailed()
  await vi.waitFor(() => expect(files.of(first).name).toBe('ready'))
  files.clear()
})

it('loads a file for minutes, as long as parts of it arrive', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  serve(MEGABYTE)
  const answer = globalThis.fetch
  let left = 12
  vi.stubGlobal('fetch', (url: string, { signal }: RequestInit) => {
    if (url !== '/file') return answer(url)
    const body = new ReadableStream({
      start: (parts) => signal?.addEventListener('abort', () => parts.error(signal.reason)),
      async pull(parts) {
        await new Promise((resolve) => setTimeout(resolve, 15 * SECOND))
        left -= 1
        if (!signal?.aborted) left < 0 ? parts.close() : parts.enqueue(new Uint8Array(100_000))
      },
    })
    return new Response(body, { headers: { 'Content-Type': 'image/png' } })
  })
  const id = newId()
  const files = createReceiptFiles(() => {})
  files.want([id])
  await vi.advanceTimersByTimeAsync(4 * MINUTE)
  await vi.waitFor(() => expect(files.of(id).name).toBe('ready'))
  const { file } = files.of(id) as { file: Blob }
  expect([file.size, file.type]).toEqual([1_200_000, 'image/png'])
  files.clear()
})

it('makes room for a receipt by the one that was looked at longest ago', async () => {
  serve(10 * MEGABYTE)
  const [first = '', ...others] = Array.from({ length: 7 }, newId)
  const files = createReceiptFiles(() => {})
  for (const id of [first, ...others.slice(0, 5), first, ...others.slice(5)]) {
    files.want([id])
    await vi.waitFor(() => expect(files.of(id).name).toBe('ready'))
  }
  expect(files.of(first).name).toBe('ready')
  expect(files.of(others[0] ?? '').name).toBe('loading')
  files.clear()
})

it('frees a file that arrives after the person has left', async () => {
  serve(MEGABYTE)
  const answer = globalThis.fetch
  let arrive: ((response: Response) => void) | undefined
  vi.stubGlobal('fetch', (url: string) =>
    url === '/file'
      ? new Promise<Response>((resolve) => {
          arrive = resolve
        })
      : answer(url),
  )
  const files = createReceiptFiles(() => {})
  const create = vi.spyOn(URL, 'createObjectURL')
  const revoke = vi.spyOn(URL, 'revokeObjectURL')
  files.want([newId()])
  await vi.waitFor(() => expect(arrive).toBeDefined())
  files.clear()
  arrive?.(new Response('bytes'))
  await vi.waitFor(() => expect(create).toHaveBeenCalledOnce())
  await vi.waitFor(() =>
    expect(revoke.mock.calls).toEqual(create.mock.results.map(({ value }) => [value])),
  )
})

it('frees a picture that cannot be shown before it loads it again', async () => {
  serve(MEGABYTE)
  const id = newId()
  const files = createReceiptFiles(() => {})
  const revoke = vi.spyOn(URL, 'revokeObjectURL')
  files.want([id])
  await vi.waitFor(() => expect(files.of(id).name).toBe('ready'))
  const first = files.of(id)
  if (first.name !== 'ready') throw new Error(first.name)
  first.retry()
  expect(revoke.mock.calls).toEqual([[first.answer.url]])
  files.clear()
})
