/*
 * Benchmark peer of ../peers.ts: the product's own worker, as its pages start it, and its server. peers.ts sets
 * `window.product`.
 */
import { servePage } from './peer-page.mjs'

servePage(async () => {
  const { worker: path, personId, collectionId, isMaintained } = window.product
  const worker = new Worker(path, { type: 'module', name: `${personId} replica` })
  const waiting = new Map()
  const listeners = new Set()
  let lastId = 0
  let setReady = () => {}
  const ready = new Promise((resolve) => {
    setReady = resolve
  })

  worker.onmessage = ({ data: message }) => {
    if (message.type === 'event') {
      const { type, state } = message.event
      if (type === 'changed') for (const listener of listeners) listener()
      else if (state.replica === 'ready') setReady()
      return
    }
    const call = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.type === 'answer') call?.resolve(message.value)
    else call?.reject(new Error(JSON.stringify(message.error)))
  }

  function call(method, ...args) {
    lastId += 1
    const id = String(lastId)
    worker.postMessage({ type: 'call', id, method, args })
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
  }

  const SORTS = { folded: 'name', start: 'message' }
  async function findRows({ sort, state, ...view }) {
    const args = { ...view, collectionId, sort: SORTS[sort] ?? sort }
    // It calls a confirmed contribution that is not verified by that name.
    const shown = { ...args, state: state === 'confirmed' ? 'unverified' : state }
    return call('answer', 'collection-contributions', shown)
  }

  await ready
  return {
    findRows,
    watch(view, onResult) {
      const again = () => void findRows(view).then(onResult)
      listeners.add(again)
      again()
      return () => listeners.delete(again)
    },
    apply({ row, id, state }) {
      const change = row
        ? [
            'add-manual-contribution',
            {
              id: row.id,
              collectionId,
              contributorName: row.name,
              contributorEmail: null,
              amount: row.amount,
              message: row.message,
            },
          ]
        : ['set-contribution-state', { id, state, reason: 'No está' }]
      return call('mutate', ...change, crypto.randomUUID(), 1)
    },
    async csv() {
      const list = { collectionId, search: '', state: 'all', method: 'all' }
      const parts = []
      for (const window of await call('csvWindows', list))
        parts.push(await call('csvRows', { ...list, separator: ',', window }))
      return new Blob(parts)
    },
    async settle() {
      while ((await call('querySql', isMaintained)).rows[0]?.[0] !== 'true')
        await new Promise((resolve) => setTimeout(resolve, 100))
      await call('flush')
    },
  }
})
