/*
 * Serves the pages that measure other browser stores (peers/*.mjs), the files of their packages and the rows. Nothing
 * comes from another host.
 */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { basename, extname, join } from 'node:path'
import { build } from 'esbuild'
import type { Database } from '../../server/data/database.ts'
import { NIL_ID } from '../../shared/id.ts'
import { root } from '../child.mjs'
import { listen, stopListening } from '../listen.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from '../temporary-folder.ts'

export const PEERS_FOLDER = join(root, 'scripts/bench/peers')
/** Not in PEERS_FOLDER, whose files are searched for mistakes. */
export const PEERS_PACKAGES = join(root, 'node_modules/.cache/peers')
/** Packages load their WebAssembly from beside their scripts. */
const ASSETS = [
  join(root, 'node_modules/@electric-sql/pglite/dist'),
  join(PEERS_PACKAGES, 'node_modules/@sqlite.org/sqlite-wasm/sqlite-wasm/jswasm'),
  join(PEERS_PACKAGES, 'node_modules/@duckdb/duckdb-wasm/dist'),
]

/** One list for all, as JSON and as CSV. */
export interface Rows {
  count: number
  json: Buffer
  csv: Buffer
}

export interface PeerServer {
  origin: string
  close(): Promise<void>
}

const COLUMNS = {
  id: 'c.id',
  name: 'c.contributor_name',
  folded: 'c.contributor_folded',
  amount: '(c.amount * 100)::int8',
  method: 'c.payment_method',
  message: 'c.message',
  start: 'left(c.message, 40)', // the replica orders by it
  date: `to_char(c.payment_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  state: `case when c.verified_at is not null then 'verified' else c.payment_status end`,
}
const PART = 50_000

/** Returns the rows of the largest colecta. */
export async function exportRows(database: Database): Promise<Rows> {
  const json: string[] = []
  const csv: string[] = []
  let last = NIL_ID
  for (;;) {
    const part = await database.query<{ id: string; cells: string }>(
      `select c.id, json_build_array(${Object.values(COLUMNS)})::text as cells
       from contributions c
       where c.deleted_at is null and c.id > $1 and c.collection_id =
         (select k.id from collections k order by k.confirmed_count desc limit 1)
       order by c.id
       limit ${PART}`,
      [last],
    )
    for (const { cells } of part) {
      json.push(cells)
      csv.push(JSON.parse(cells).map(quoted).join())
    }
    last = part.at(-1)?.id ?? last
    if (part.length < PART) break
  }
  const columns = JSON.stringify(Object.keys(COLUMNS))
  return {
    count: json.length,
    json: Buffer.from(`{"columns":${columns},"rows":[${json}]}`),
    csv: Buffer.from(`${Object.keys(COLUMNS)}\n${csv.join('\n')}\n`),
  }
}

function quoted(value: string | number): string {
  return `"${String(value).replaceAll('"', '""')}"`
}

/** Returns a script of PEERS_FOLDER with its imports, to run in a page of another server. */
export async function bundlePeer(name: string): Promise<string> {
  const entry = join(PEERS_FOLDER, `${name}.mjs`)
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'iife',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

/** Starts the server. Each script of peers/ has a page of its name. */
export async function servePeers(rows: Rows): Promise<PeerServer> {
  const built = makeTemporaryFolder()
  const names = (await readdir(PEERS_FOLDER)).filter((name) => name.endsWith('.mjs'))
  await build({
    entryPoints: names.map((name) => join(PEERS_FOLDER, name)),
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    outdir: built,
    target: 'es2022',
    logLevel: 'error',
    nodePaths: [join(PEERS_PACKAGES, 'node_modules')],
    external: ['node:*', 'fs', 'path', 'crypto', 'module', 'url', 'worker_threads'],
  })

  const server = createServer(async (request, response) => {
    const name = basename(request.url ?? '')
    const headers = {
      // For SharedArrayBuffer, which some of them use.
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
    }
    if (name === 'rows.json') response.writeHead(200, headers).end(rows.json)
    else if (name === 'rows.csv') response.writeHead(200, headers).end(rows.csv)
    else if (extname(name) === '') response.writeHead(200, headers).end(pageOf(name))
    else {
      const file = [built, ...ASSETS].map((folder) => join(folder, name)).find(existsSync)
      if (file) response.writeHead(200, headers).end(await readFile(file))
      else response.writeHead(404, headers).end()
    }
  })
  return {
    origin: `http://127.0.0.1:${await listen(server)}`,
    async close() {
      await stopListening(server)
      removeTemporaryFolder(built)
    },
  }
}

const TYPES: Record<string, string> = {
  '': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.csv': 'text/csv',
  '.wasm': 'application/wasm',
}

function pageOf(peer: string): string {
  return `<!doctype html><title>${peer}</title><script type="module" src="/${peer}.js"></script>`
}
