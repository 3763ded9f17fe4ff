import { beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import {
  createLiveQueries,
  keyOf,
  type LiveQueries,
  type LiveRow,
  rowOf,
} from '../../../web/api/live-queries.ts'
import { openQueryCache } from '../../../web/api/query-cache.ts'

const LIST = 'collection-contributions'

beforeEach(() => {
  openQueryCache(null)
  openQueryCache('lucia')
})

describe('queries of screens', () => {
  it('asks once for two components, and notifies both', async () => {
    const { live, asked } = openQueries()
    const first = listen(live, 'ana')
    const second = listen(live, 'ana')
    await asked.answer('ana', 1)
    expect(asked.all).toEqual(['ana'])
    expect(first.last()).toMatchObject({ answer: 1, stale: false, error: null })
    expect(second.last()).toEqual(first.last())
  })

  it('runs the searches of a typing person one at a time, and of the waiting ones the last', async () => {
    const { live, asked } = openQueries()
    const typed = ['a', 'an', 'ana']
    let heard = listen(live, 'a')
    for (const text of typed.slice(1)) {
      const next = listen(live, text)
      await heard.stop()
      heard = next
    }
    expect(asked.all).toEqual(['a'])
    await asked.answer('a', 1)
    expect(asked.all).toEqual(['a', 'ana'])
    await asked.answer('ana', 3)
    expect(heard.last()).toMatchObject({ answer: 3 })
  })

  it('asks once more after a burst of changes, and after the last of them', async () => {
    const { live, asked } = openQueries()
    const heard = listen(live, '')
    for (let change = 0; change < 50; change++) live.refresh()
    expect(asked.all).toHaveLength(1)
    await asked.answer('', 'before')
    expect(asked.all).toHaveLength(2)
    await asked.answer('', 'after')
    expect(asked.all).toHaveLength(2)
    expect(heard.last()).toMatchObject({ answer: 'after' })
  })

  it('refreshes both of two lists of one query under constant changes', async () => {
    const { live, asked } = openQueries()
    listen(live, 'mine')
    listen(live, 'others')
    for (let turn = 0; turn < 4; turn++) {
      live.refresh()
      await asked.answer(asked.all.at(-1) ?? '', turn)
    }
    expect(asked.all.slice(1)).toEqual(['mine', 'others', 'mine', 'others'])
  })

  it('asks for pages of rows before all else', async () => {
    const asked: string[] = []
    const live = createLiveQueries(async (name) => {
      asked.push(name)
      return name === LIST ? { rows: [], total: 0 } : 1
    })
    for (const name of ['collection', LIST, 'people-count'])
      await live.query(name, ['{}'], () => {})
    await settled()
    live.refresh()
    expect(asked.slice(3)).toEqual([LIST, 'collection', 'people-count'])
  })

  it('returns at once an answer that arrived after all listeners had gone', async () => {
    const { live, asked } = openQueries()
    await listen(live, 'ana').stop()
    expect(asked.abandoned()).toEqual(['ana'])
    await asked.answer('ana', 1)
    expect(listen(live, 'ana').last()).toMatchObject({ answer: 1 })
  })

  it('does not delay other queries after an abandoned one fails', async () => {
    const { live, asked } = openQueries()
    const gone = listen(live, 'slow')
    const next = listen(live, 'next')
    await gone.stop()
    await asked.refuse('slow', new AppError('unavailable', 'Nobody waits'))
    expect(asked.all).toEqual(['slow', 'next'])
    await asked.answer('next', 1)
    expect(next.all.map(({ error }) => error)).toEqual([null])
  })

  it('keeps the old answer with the error of its refresh', async () => {
    const { live, asked } = openQueries()
    const heard = listen(live, '')
    await asked.answer('', 'old')
    live.poll(true)
    await asked.refuse('', new AppError('unavailable', 'Sin conexión'))
    expect(heard.last()).toMatchObject({ answer: 'old', error: { code: 'unavailable' } })

    live.poll(false)
    await asked.answer('', 'new')
    expect(heard.last()).toMatchObject({ answer: 'new', error: null })
  })

  it('polls queries that may be stale or have failed, and none that are running', async () => {
    const { live, asked } = openQueries()
    listen(live, '')
    live.poll(true)
    await asked.answer('', 1)
    expect(asked.all).toHaveLength(1)
    live.poll(false)
    expect(asked.all).toHaveLength(1)
    live.poll(true)
    expect(asked.all).toHaveLength(2)
  })

  it('never shows a person another person’s answer, not even a late one', async () => {
    const { live, asked } = openQueries()
    const lucias = listen(live, '')
    openQueryCache('bruno')
    const brunos = listen(live, '')
    await asked.answer('', 'of Lucía')
    expect(brunos.all).toEqual([])
    await lucias.stop()
    await asked.answer('', 'of Bruno')
    expect(brunos.last()).toMatchObject({ answer: 'of Bruno' })
    openQueryCache('lucia')
    expect(rowOf(keyOf(LIST, '""')).answer).toBeUndefined()
  })
})

describe('a live query', () => {
  it('accepts an options object, and calls back with its first results', async () => {
    const { live, asked } = openQueries()
    listen(live, 'ana')
    await asked.answer('ana', 1)
    const heard: unknown[] = []
    const { initialResults } = await live.query<LiveRow>({
      query: LIST,
      params: ['"ana"'],
      callback: ({ rows }) => heard.push(rows[0]?.answer),
    })
    expect(initialResults.rows[0]).toMatchObject({ answer: 1 })
    expect(heard).toEqual([1])
  })

  it('has a prefetched result at once, and keeps it until a change', async () => {
    const { live, asked } = openQueries()
    void live.prefetch(LIST, '"ana"')
    await asked.answer('ana', 1)
    expect(listen(live, 'ana').all).toMatchObject([{ answer: 1, stale: false }])
    void live.prefetch(LIST, '"ana"')
    expect(asked.all).toEqual(['ana'])
    live.refresh()
    expect(asked.all).toEqual(['ana', 'ana'])
    await asked.answer('ana', 2)

    void live.prefetch(LIST, '"eva"')
    await asked.answer('eva', 1)
    live.refresh()
    void live.prefetch(LIST, '"eva"')
    await asked.answer('eva', 2)
    expect(rowOf(keyOf(LIST, '"eva"'))).toMatchObject({ answer: 2 })
  })

  it('asks again for a prefetched result that may be old, and for one that a change overtook', async () => {
    const { live, asked } = openQueries()
    void live.prefetch(LIST, '"ana"')
    await asked.answer('ana', 1)
    live.poll(true)
    const ana = listen(live, 'ana')
    await asked.answer('ana', 2)
    expect(ana.last()).toMatchObject({ answer: 2 })

    void live.prefetch(LIST, '"eva"')
    live.refresh()
    await asked.answer('eva', 'before the change')
    const eva = listen(live, 'eva')
    await asked.answer('ana', 3)
    await asked.answer('eva', 'after it')
    expect(eva.last()).toMatchObject({ answer: 'after it' })
  })

  it('never puts a prefetched result that a change overtook in the place of a newer one', async () => {
    const { live, asked } = openQueries()
    void live.prefetch(LIST, '"ana"')
    live.refresh()
    void live.prefetch(LIST, '"ana"')
    await asked.answerLast('ana', 'after the change')
    await asked.answer('ana', 'before it')
    const heard = listen(live, 'ana')
    expect(heard.all).toMatchObject([{ answer: 'after the change' }])
    expect(asked.all).toEqual(['ana', 'ana'])
  })

  it('prefetches a query once, and again after a change', async () => {
    const { live, asked } = openQueries()
    void live.prefetch(LIST, '"ana"')
    const second = live.prefetch(LIST, '"ana"')
    expect(asked.all).toEqual(['ana'])
    live.refresh()
    void live.prefetch(LIST, '"ana"')
    expect(asked.all).toEqual(['ana', 'ana'])
    await asked.answer('ana', 1)
    await second

    listen(live, 'eva')
    void live.prefetch(LIST, '"eva"')
    expect(asked.all).toEqual(['ana', 'ana', 'eva'])
  })

  it('gives a prefetched result to a screen that asks meanwhile, and ignores a failed prefetch', async () => {
    const { live, asked } = openQueries()
    void live.prefetch(LIST, '"ana"')
    const heard = listen(live, 'ana')
    await asked.answer('ana', 1)
    expect(heard.last()).toMatchObject({ answer: 1 })

    const prefetched = live.prefetch(LIST, '"eva"')
    await asked.refuse('eva', new AppError('internal', 'No respondió.'))
    await prefetched
    expect(rowOf(keyOf(LIST, '"eva"'))).toMatchObject({ answer: undefined, error: null })
  })

  it('keeps the object of an equal result, and notifies no listener', async () => {
    const { live, asked } = openQueries()
    const heard = listen(live, 'ana')
    await asked.answer('ana', { rows: [{ name: 'Ana' }] })
    const [first] = heard.all
    live.refresh()
    await asked.answer('ana', { rows: [{ name: 'Ana' }] })
    expect(heard.all).toEqual([first])
    live.refresh()
    await asked.answer('ana', { rows: [{ name: 'Eva' }] })
    expect(heard.all).toHaveLength(2)
  })

  it('keeps the objects of the rows that a change leaves as they were', async () => {
    const { live, asked } = openQueries()
    const heard = listen(live, 'ana')
    await asked.answer('ana', { rows: [{ name: 'Ana' }, { name: 'Eva' }], total: 2 })
    const [ana] = rowsOf(heard.last())
    live.refresh()
    await asked.answer('ana', { rows: [{ name: 'Bruno' }, { name: 'Ana' }], total: 3 })
    expect(heard.last()?.answer).toEqual({ rows: [{ name: 'Bruno' }, { name: 'Ana' }], total: 3 })
    expect(rowsOf(heard.last())[1]).toBe(ana)
  })

  it('runs only while it has a subscriber', async () => {
    const { live, asked } = openQueries()
    const query = await live.query<LiveRow>(LIST, ['"ana"'])
    live.refresh()
    expect(asked.all).toEqual([])
    const first: unknown[] = []
    const second: unknown[] = []
    const tellFirst = ({ rows }: { rows: LiveRow[] }) => first.push(rows[0]?.answer)
    query.subscribe(tellFirst)
    query.subscribe(({ rows }) => second.push(rows[0]?.answer))
    await query.unsubscribe(tellFirst)
    await asked.answer('ana', 1)
    expect([first, second]).toEqual([[], [1]])
    await query.refresh()
    await asked.answer('ana', 2)
    await query.unsubscribe()
    live.refresh()
    expect(second).toEqual([1, 2])
    expect(asked.all).toEqual(['ana', 'ana'])
  })
})

function rowsOf(row: LiveRow | undefined): unknown[] {
  return (row as LiveRow<{ rows: unknown[] }> | undefined)?.answer?.rows ?? []
}

interface Listening {
  all: LiveRow[]
  last(): LiveRow | undefined
  stop(): Promise<void>
}

function listen(live: LiveQueries, search: string): Listening {
  const all: LiveRow[] = []
  const opened = live.query<LiveRow>(LIST, [JSON.stringify(search)], ({ rows }) =>
    all.push(...rows),
  )
  return {
    all,
    last: () => all.at(-1),
    stop: async () => (await opened).unsubscribe(),
  }
}

/** Builds live queries whose requests wait until the test calls `answer` or `refuse`. */
function openQueries() {
  const all: string[] = []
  const waiting: {
    search: string
    signal: AbortSignal
    resolve(answer: unknown): void
    reject(error: Error): void
  }[] = []

  function take(search: string, index = waiting.findIndex((one) => one.search === search)) {
    const [question] = waiting.splice(index, index === -1 ? 0 : 1)
    if (!question) throw new Error(`Nobody asks for '${search}'`)
    return question
  }

  const asked = {
    all,
    abandoned: () => waiting.filter(({ signal }) => signal.aborted).map(({ search }) => search),
    async answer(search: string, answer: unknown): Promise<void> {
      take(search).resolve(answer)
      await settled()
    },
    /** Answers the latest request for this search. */
    async answerLast(search: string, answer: unknown): Promise<void> {
      const index = waiting.findLastIndex((one) => one.search === search)
      take(search, index).resolve(answer)
      await settled()
    },
    async refuse(search: string, error: Error): Promise<void> {
      take(search).reject(error)
      await settled()
    },
  }
  const live = createLiveQueries((_name, json, signal) => {
    const search = JSON.parse(json)
    all.push(search)
    return new Promise((resolve, reject) => waiting.push({ search, signal, resolve, reject }))
  })
  return { live, asked }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))
