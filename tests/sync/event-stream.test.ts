import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readEvents, type StreamEvent } from '../../web/replica/event-stream.ts'

async function read(...chunks: (string | Uint8Array)[]): Promise<StreamEvent[]> {
  const events: StreamEvent[] = []
  for await (const event of readEvents(bytesOf(chunks))) events.push(event)
  return events
}

async function* bytesOf(chunks: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks)
    yield typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk
}

describe('an event stream, as the HTML standard reads it', () => {
  it('names an event "message" by default, and keeps the last id', async () => {
    expect(await read('id: 7\ndata: a\n\nevent: beat\ndata: \n\n')).toEqual([
      { type: 'message', data: 'a', id: '7' },
      { type: 'beat', data: '', id: '7' },
    ])
  })

  it('joins lines of data, and drops one space after the colon', async () => {
    expect(await read('data: YHOO\ndata: +2\ndata:  10\ndata\n\n')).toMatchObject([
      { data: 'YHOO\n+2\n 10\n' },
    ])
    expect(await read('data:a b\n\n')).toEqual([{ type: 'message', data: 'a b', id: '' }])
  })

  it('ignores comments, unknown fields, and events without data', async () => {
    expect(await read(': here\n\nretry: 10\nevent: x\nid: 1\n\nfoo: bar\ndata: a\n\n')).toEqual([
      { type: 'message', data: 'a', id: '1' },
    ])
  })

  it('drops an event that the end cuts off', async () => {
    expect(await read('data: a\n\ndata: b\n')).toMatchObject([{ data: 'a' }])
  })

  it('drops a byte order mark', async () => {
    expect(await read('\uFEFFdata: a\n\n')).toMatchObject([{ data: 'a' }])
  })

  it('reads CR and LF as one end of a line when they come in two chunks', async () => {
    expect(await read('data: a\r', '', '\ndata: b', '\r\n\r\n')).toMatchObject([{ data: 'a\nb' }])
    expect(await read('data: a\r', 'data: b\n', '\n')).toMatchObject([{ data: 'a\nb' }])
  })

  it('does not depend on where chunks end or how lines end', async () => {
    const text =
      'id: 1\ndata: {"título":"🎂"}\n\n: quiet\n\nevent: beat\ndata:\n\ndata: a\ndata: b\n\n'
    const expected = await read(text)
    expect(expected).toHaveLength(3)
    const lineEnd = fc.constantFrom('\n', '\r\n', '\r')
    await fc.assert(
      fc.asyncProperty(lineEnd, fc.array(fc.nat(120)), async (end, cuts) => {
        const bytes = new TextEncoder().encode(text.replaceAll('\n', end))
        const edges = [0, ...cuts.sort((a, b) => a - b), bytes.length]
        const chunks = edges.slice(1).map((edge, n) => bytes.slice(edges[n], edge))
        expect(await read(...chunks)).toEqual(expected)
      }),
    )
  })
})
