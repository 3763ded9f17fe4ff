/*
 * The meaning of each figure and how it is measured. A number of rows at the end of a key, as in
 * `replica.page_p95_ms_1000`, is the same measurement at another size; without one there are 100,000 rows.
 */

export interface Figure {
  /** In one sentence. */
  how: string
  /** Upper limit; undefined when there is none. */
  floor?: number
  /** Lower limit, for figures where more is better. */
  least?: number
  /** For comparison: the same query over HTTP. */
  server?: string
  /** For comparison: plain arrays of objects in the page, filtered, sorted and sliced. */
  arrays?: string
}

const PAINTED = 'from the browser’s own time of the key or click to after the frame with the rows'

const SENT =
  'A receipt sent from Chromium by the product’s own sender, until the server has checked and attached it; no line between them; the median of 9.'
const PUT =
  'The same bytes from Chromium by one PUT to a server that does nothing but put them on the disk; the median of 9.'

const LIGHTHOUSE =
  'by Lighthouse as it comes (a phone, a slow line, simulated), nothing kept; the median of 3 visits.'

const FETCHED =
  'by itself before anybody touches it, what it does when it is idle included; kB of gzip.'

const PALETTE =
  'An organiser of 100,000 contributions and 5,000 listed people types into the palette: from the key to after the frame with all results.'

export const FIGURES: Record<string, Figure> = {
  ...reports('embedded', 400, 'PGlite'),
  ...reports('postgres', 1_200, 'postgres.js'),
  'queue.keep_1000_ms': {
    how: 'An organiser’s browser keeps 1,000 changes one after another without a network.',
    floor: 5_000,
  },
  'queue.reload_1000_ms': {
    how: 'From a reload without a network until the replica is ready with the 1,000 changes on top.',
    floor: 2_000,
  },
  'queue.send_1000_ms': {
    how: 'From the network’s return until the server’s stream has settled the last of the 1,000.',
    floor: 5_000,
  },
  'conciliation.csv_10000_ms': {
    how: 'A CSV of 10,000 movements is read; the median of 7, in Node.',
    floor: 500,
  },
  'conciliation.xlsx_10000_ms': {
    how: 'The same as XLSX.',
    floor: 4_000,
  },
  'conciliation.match_10000_ms': {
    how: 'Those movements are matched with 5,000 contributions of about one amount and 45 days.',
    floor: 1_000,
  },
  'conciliation.first_csv_10000_ms': {
    how: 'The CSV in Chromium, in a browser that was just started: from the choice of the file until the page says that all its rows are read; the median of 3.',
    floor: 500,
  },
  'conciliation.first_review_10000_ms': {
    how: 'The same until after the frame with the review, for 5,000 contributions that wait: ids of lines, matches and storage included.',
  },
  'conciliation.longest_task_ms': {
    how: 'From the choice until a second after the review: the longest time that the page takes no key; 0 below 50; the worst of 3.',
    floor: 50,
  },
  'accredit.kept_ms': {
    how: 'An organiser accredits a whole list at once without a network: from the press to the message that all are accredited in the replica and its outbox.',
  },
  'accredit.sent_ms': {
    how: 'From the network’s return until the server’s stream has settled the last of them.',
  },
  'review.step_p95_ms': {
    how: 'An organiser of 100,000 verifies contributions with receipts one after another by a key, a third of a second each: from the key to after the frame with the next one.',
    floor: 50,
  },
  'review.step_offline_p95_ms': { how: 'The same without a network.', floor: 50 },
  'review.200_by_key_s': { how: 'All 200 of them, with both halves.', floor: 240 },
  'palette.key_p50_ms': { how: PALETTE },
  'palette.key_p95_ms': { how: PALETTE, floor: 50 },
  'palette.key_offline_p95_ms': {
    how: 'The letters of the palette without a network.',
    floor: 50,
  },
  'upload.tus_1mb_ms': { how: SENT },
  'upload.tus_10mb_ms': { how: SENT },
  'upload.put_1mb_ms': { how: PUT },
  'upload.put_10mb_ms': { how: PUT },
  'upload.overhead_1mb_ms': { how: 'What the former takes longer than the latter.' },
  'upload.overhead_10mb_ms': { how: 'What the former takes longer than the latter.' },
  'upload.resent_percent': {
    how: '10 MB by the same sender over a line that breaks every 256 kB: bytes that went up beyond those of the file, requests included.',
    floor: 10,
  },
  ...weights('contribute', 'the contribution page'),
  'page.contribute_js_kb': {
    how: `Script that the contribution page fetches ${FETCHED}`,
    floor: 120,
  },
  'page.contribute_wasm_kb': { how: 'WebAssembly that it fetches: none.', floor: 0 },
  ...weights('home', 'the home of who is not signed in'),
  ...weights('login', 'the page to sign in'),
  ...weights('dashboard', 'the dashboard'),
  ...weights('collection', 'the organiser’s page of a colecta'),
  ...weights('new_collection', 'the form for a new colecta'),
  ...lighthouse('home', 95, `The home of who is not signed in, ${LIGHTHOUSE}`),
  ...lighthouse('login', 95, `The page to sign in, ${LIGHTHOUSE}`),
  ...lighthouse(
    'contribute',
    95,
    `The contribution page, ${LIGHTHOUSE} Without the audit is-crawlable: it is kept from search engines.`,
  ),
  ...lighthouse(
    'dashboard',
    90,
    `The dashboard of who organises a colecta of 100,000, ${LIGHTHOUSE}`,
  ),
  'replica.page_p95_ms': {
    how: `Pages of a colecta in every order, both ways, first, second and last: ${PAINTED}, without the wait for a display’s next beat.`,
    floor: 16,
    server: 'replica.page_server_p95_ms',
    arrays: 'replica.page_arrays_p95_ms',
  },
  'replica.page_answer_p95_ms': {
    how: 'Of that, from the question’s message to the worker to its answer’s.',
  },
  'replica.search_p95_ms': {
    how: `Names typed into the filter of a colecta, each key of them: ${PAINTED}.`,
    floor: 50,
    server: 'replica.search_server_p95_ms',
    arrays: 'replica.search_arrays_p95_ms',
  },
  'replica.search_answer_p95_ms': {
    how: 'Of that, from the question’s message to the worker to its answer’s.',
  },
  'replica.search_longest_task_ms': {
    how: 'The longest time the page could not take a key while names were typed; 0 below 50.',
  },
  'replica.warm_ms': {
    how: 'A reload of the dashboard with a replica there, until its rows are painted, while the server answers no query; the median.',
    floor: 1_200,
    server: 'replica.warm_server_ms',
  },
  'replica.warm_copy_ms': {
    how: 'Of that reload, until the replica’s first answer to a query.',
  },
  'replica.first_sync_ms': {
    how: 'No replica yet: from the first word of the opened engine to the complete replica; the median.',
    floor: 2_500,
    arrays: 'replica.arrays_load_ms',
  },
  'replica.cold_ms': {
    how: 'Program and engine in the browser’s cache, no replica: from the reload to the first answer of a replica of 1,000 contributions; the median.',
    floor: 2_000,
  },
  'replica.peak_mb': {
    how: 'PSS of Chromium’s renderer of that tab (page and worker), its highest from an empty profile until the replica is complete, tidied up and flushed.',
    floor: 600,
  },
  'replica.csv_ms': {
    how: 'All contributions of the colecta exported as a person does, from the press of “Descargar archivo” to the file handed to the browser; the median.',
    floor: 300,
  },
  'replica.arrays_load_ms': {
    how: 'For arrays instead of a replica: all contributions fetched and made into objects, once.',
  },
  'restore.backup_ms': {
    how: 'npm run backup of 100,000 contributions beside the server that has them.',
  },
  'restore.restore_ms': {
    how: 'npm run restore of them, proved equal by hashes: from the server that has ended until it is ready again.',
    floor: 60_000,
  },
  'restore.browsers_ms': {
    how: 'From then until two browsers of the organiser are in step by themselves, and what one had not sent is on the other’s screen.',
  },
  'sync.live_p50_ms': {
    how: 'A guest’s report to a colecta of 100,000: from the moment it carries, taken before its statement, to after the frame with its row on the organiser’s screen.',
    floor: 60,
  },
  'sync.live_p99_ms': { how: 'The same, at the 99th percentile.', floor: 200 },
  'sync.live_1000_p50_ms': { how: 'The same with 1,000 open streams of other people.', floor: 60 },
  'sync.live_1000_p99_ms': {
    how: 'The same with 1,000 open streams of other people.',
    floor: 200,
  },
  'sync.wire_p50_ms': { how: 'Of that, to the event on another stream of the organiser’s.' },
  'sync.wire_p99_ms': { how: 'Of that, to the event on another stream of the organiser’s.' },
  'sync.wire_1000_p50_ms': { how: 'The same with 1,000 open streams.' },
  'sync.wire_1000_p99_ms': { how: 'The same with 1,000 open streams.' },
  'sync.applied_p50_ms': { how: 'Of that, to the worker’s word that its replica has changed.' },
  'sync.answered_p50_ms': { how: 'Of that, to the worker’s answer to the screen’s question.' },
  'sync.applied_1000_p50_ms': { how: 'The same with 1,000 open streams.' },
  'sync.answered_1000_p50_ms': { how: 'The same with 1,000 open streams.' },
}

/** `replica.page_p95_ms_1000` -> the figure of `replica.page_p95_ms`, with its keys at that size. */
export function figureOf(key: string): Figure | undefined {
  const own = FIGURES[key]
  if (own) return own
  const [, base = '', size = ''] = /^(.*_(?:ms|mb))(_\d+)$/.exec(key) ?? []
  const figure = FIGURES[base]
  if (!figure) return undefined
  const { how, server, arrays } = figure
  return {
    how,
    ...(server ? { server: server + size } : {}),
    ...(arrays ? { arrays: arrays + size } : {}),
  }
}

function reports(engine: string, least: number, driver: string): Record<string, Figure> {
  const hold = 'while one in a hundred waits 150 ms at most'
  return {
    [`server.reports_per_s_${engine}`]: {
      how: `Guests’ reports a second at a started server over HTTP, to 100 colectas, ${hold}; on the disk when they are answered, RATE_LIMITS=off.`,
      least,
    },
    [`server.reports_p99_ms_${engine}`]: { how: 'Of those, the 99th percentile.', floor: 150 },
    [`server.reports_limited_per_s_${engine}`]: {
      how: `The same with limits on, guests coming through a proxy from a million addresses, ${hold}.`,
    },
    [`server.reports_limited_p99_ms_${engine}`]: {
      how: 'Of those, the 99th percentile.',
      floor: 150,
    },
    [`server.raw_inserts_per_s_${engine}`]: {
      how: `The same statement with the same rows, one report each, by ${driver} alone, as durable.`,
    },
    [`server.reports_of_raw_percent_${engine}`]: {
      how: 'The server’s reports a second, of those of the driver alone: more than 100, since it files together what comes at once.',
    },
  }
}

function weights(screen: string, what: string): Record<string, Figure> {
  const fetched = `What ${what} fetches of that kind ${FETCHED}`
  return Object.fromEntries(
    ['js', 'css', 'font', 'wasm'].map((kind) => [`page.${screen}_${kind}_kb`, { how: fetched }]),
  )
}

function lighthouse(page: string, performance: number, how: string): Record<string, Figure> {
  const key = (category: string) => `page.lighthouse_${page}_${category}`
  return {
    [key('performance')]: { how, least: performance },
    [key('accessibility')]: { how, least: 100 },
    [key('best_practices')]: { how, least: 100 },
    [key('seo')]: { how, least: 100 },
  }
}
