/*
 * Benchmark peer of ../peers.ts: SQLite WASM in a worker, on the OPFS pool that its manual calls the fastest. A page of rows
 * takes two statements: the rows and their count.
 */
import { PAGE_SIZE, servePage } from './peer-page.mjs'

servePage(async (isNew) => {
  const worker = new Worker('/sqlite-worker.js', { type: 'module' })
  const pendingCalls = new Map()
  let lastId = 0

  worker.onmessage = ({ data: { id, value, error } }) => {
    const { resolve, reject } = pendingCalls.get(id)
    pendingCalls.delete(id)
    if (error === undefined) resolve(value)
    else reject(new Error(error))
  }

  function call(method, ...args) {
    lastId += 1
    const id = lastId
    worker.postMessage({ id, method, args })
    return new Promise((resolve, reject) => pendingCalls.set(id, { resolve, reject }))
  }

  if (isNew) await call('fill')

  return {
    async findRows({ sort, direction, page, state, search }) {
      const conditions = [
        ...(state === 'all' ? [] : ['state = ?']),
        ...(search === '' ? [] : ['instr(folded, ?) > 0']),
      ]
      const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
      const params = [...(state === 'all' ? [] : [state]), ...(search === '' ? [] : [search])]
      const offset = (page - 1) * PAGE_SIZE
      const counted = call('query', `select count(*) as total from rows ${where}`, params)
      const rows = call(
        'query',
        `select r.* from rows r join
           (select id from rows ${where} order by ${sort} ${direction}, id ${direction} limit ? offset ?)
           using (id)
         order by r.${sort} ${direction}, r.id ${direction}`,
        [...params, PAGE_SIZE, offset],
      )
      const [{ total }] = await counted
      return { rows: await rows, total }
    },
    apply: ({ row, id, state }) =>
      row
        ? call(
            'query',
            `insert into rows (${Object.keys(row)}) values (${Object.keys(row).map(() => '?')})`,
            Object.values(row),
          )
        : call('query', 'update rows set state = ? where id = ?', [state, id]),
    csv: () => call('csv'),
  }
})
