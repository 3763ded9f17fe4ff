/*
 * The meaning of each figure and how it is measured. A number of rows at the end of a key, as in
 * `replica.page_p95_ms_1000`, is the same measurement at another size; without one there are 100,000 rows.
 */

export interface Figure {
  /** The measurement in one sentence. */
  how: string
  /** Upper limit; undefined when there is none. */
  max?: number
  /** Lower limit, for figures where more is better. */
  min?: number
  /** Key of the figure to compare with: the same query over HTTP. */
  server?: string
  /** Key of the figure to compare with: plain arrays of objects in the page, filtered, sorted and sliced. */
  arrays?: string
}

const PAINTED =
  'from the event’s own time of the key or click to after the frame that shows the rows'

const SENT =
  'A receipt uploaded from Chromium by the product, until the server has checked and attached it; no network delay; the median of 9.'
const PUT =
  'The same bytes from Chromium by one PUT to a server that only writes them to the disk; the median of 9.'

const LIGHTHOUSE =
  'by Lighthouse with its defaults (a simulated phone on a slow network), with an empty cache; the median of 3 visits.'

const FETCHED = 'without any input, requests of its idle time included; kB of gzip.'

const PALETTE =
  'An organiser with 100,000 contributions and 5,000 listed people types into the palette: from the key to after the frame that shows all results.'

export const FIGURES: Record<string, Figure> = {
  ...reports('embedded', 400, 'PGlite'),
  ...reports('postgres', 1_200, 'postgres.js'),
  'queue.store_1000_ms': {
    how: 'An organiser’s browser stores 1,000 changes one after another without a network.',
    max: 5_000,
  },
  'queue.reload_1000_ms': {
    how: 'From a reload without a network until the replica is ready with the 1,000 changes on top.',
    max: 2_000,
  },
  'queue.send_1000_ms': {
    how: 'From the return of the network until the server’s stream has confirmed the last of the 1,000.',
    max: 5_000,
  },
  'conciliation.csv_10000_ms': {
    how: 'A CSV of 10,000 movements is read; the median of 7, in Node.',
    max: 500,
  },
  'conciliation.xlsx_10000_ms': {
    how: 'The same as XLSX.',
    max: 4_000,
  },
  'conciliation.match_10000_ms': {
    how: 'Those movements are matched with 5,000 contributions of similar amounts within 45 days.',
    max: 1_000,
  },
  'conciliation.first_csv_10000_ms': {
    how: 'The CSV in Chromium, in a browser that was just started: from the choice of the file until the page says that all its rows are read; the median of 3.',
    max: 500,
  },
  'conciliation.first_review_10000_ms': {
    how: 'The same until after the frame that shows the review, with 5,000 unverified contributions: ids of lines, matches and storage included.',
  },
  'conciliation.longest_task_ms': {
    how: 'The longest task of the page from the choice of the file until a second after the review; 0 below 50; the worst of 3.',
    max: 50,
  },
  'accredit.stored_ms': {
    how: 'An organiser accredits a whole list at once without a network: from the click to the message that all are accredited, in the replica and its outbox.',
  },
  'accredit.sent_ms': {
    how: 'From the return of the network until the server’s stream has confirmed the last of them.',
  },
  'review.step_p95_ms': {
    how: 'An organiser with 100,000 contributions verifies those with receipts one after another by a key, three a second: from the key to after the frame that shows the next one.',
    max: 50,
  },
  'review.step_offline_p95_ms': { how: 'The same without a network.', max: 50 },
  'review.200_by_key_s': { how: 'All 200 of them, with both halves of the screen.', max: 240 },
  'palette.key_p50_ms': { how: PALETTE },
  'palette.key_p95_ms': { how: PALETTE, max: 50 },
  'palette.key_offline_p95_ms': {
    how: 'The same without a network.',
    max: 50,
  },
  'upload.tus_1mb_ms': { how: SENT },
  'upload.tus_10mb_ms': { how: SENT },
  'upload.put_1mb_ms': { how: PUT },
  'upload.put_10mb_ms': { how: PUT },
  'upload.overhead_1mb_ms': { how: 'The product’s upload minus the plain PUT.' },
  'upload.overhead_10mb_ms': { how: 'The product’s upload minus the plain PUT.' },
  'upload.resent_percent': {
    how: '10 MB uploaded by the product over a connection that breaks every 256 kB: bytes sent in addition to the file’s, requests included.',
    max: 10,
  },
  ...weights('contribute', 'the contribution page'),
  'page.contribute_js_kb': {
    how: `Script that the contribution page fetches ${FETCHED}`,
    max: 120,
  },
  'page.contribute_wasm_kb': { how: 'WebAssembly that it fetches: none.', max: 0 },
  ...weights('home', 'home, signed out,'),
  ...weights('login', 'the sign-in page'),
  ...weights('dashboard', 'the dashboard'),
  ...weights('collection', 'the organiser’s page of a colecta'),
  ...weights('new_collection', 'the form for a new colecta'),
  ...lighthouse('home', 95, `Home, signed out, ${LIGHTHOUSE}`),
  ...lighthouse('login', 95, `The sign-in page, ${LIGHTHOUSE}`),
  ...lighthouse(
    'contribute',
    95,
    `The contribution page, ${LIGHTHOUSE} Without the audit is-crawlable: search engines must not index it.`,
  ),
  ...lighthouse(
    'dashboard',
    90,
    `The dashboard of an organiser with 100,000 contributions, ${LIGHTHOUSE}`,
  ),
  'replica.page_p95_ms': {
    how: `Pages of a colecta in every order, both ways, first, second and last: ${PAINTED}, without the wait for the display’s next refresh.`,
    max: 16,
    server: 'replica.page_server_p95_ms',
    arrays: 'replica.page_arrays_p95_ms',
  },
  'replica.page_answer_p95_ms': {
    how: 'Of that, from the message to the worker to its response.',
  },
  'replica.search_p95_ms': {
    how: `Names typed into the filter of a colecta, each key of them: ${PAINTED}.`,
    max: 50,
    server: 'replica.search_server_p95_ms',
    arrays: 'replica.search_arrays_p95_ms',
  },
  'replica.search_answer_p95_ms': {
    how: 'Of that, from the message to the worker to its response.',
  },
  'replica.search_longest_task_ms': {
    how: 'The longest task of the page while names were typed; 0 below 50.',
  },
  'replica.warm_ms': {
    how: 'A reload of the dashboard with a replica on the device and no queries to the server, until its rows are painted; the median.',
    max: 1_200,
    server: 'replica.warm_server_ms',
  },
  'replica.warm_replica_ms': {
    how: 'Of that reload, until the replica has answered a first query.',
  },
  'replica.first_sync_ms': {
    how: 'Without a replica on the device: from the opened engine to the complete replica; the median.',
    max: 2_500,
    arrays: 'replica.arrays_load_ms',
  },
  'replica.cold_ms': {
    how: 'Program and engine in the browser’s cache, no replica: from the reload until a replica of 1,000 contributions has answered a first query; the median.',
    max: 2_000,
  },
  'replica.peak_mb': {
    how: 'The highest PSS of the tab’s renderer process (page and worker) from an empty profile until the replica is complete, vacuumed and flushed.',
    max: 600,
  },
  'replica.csv_ms': {
    how: 'All contributions of the colecta as CSV, from the click on “Descargar archivo” until the browser has the file; the median.',
    max: 300,
  },
  'replica.arrays_load_ms': {
    how: 'With arrays instead of a replica: all contributions fetched and parsed into objects, once.',
  },
  'restore.backup_ms': {
    how: 'npm run backup of 100,000 contributions while their server runs.',
  },
  'restore.restore_ms': {
    how: 'npm run restore of them, compared by hashes: from the end of the server until it is ready again.',
    max: 60_000,
  },
  'restore.browsers_ms': {
    how: 'From then until two browsers of the organiser are up to date by themselves, and the unsent change of one is on the other’s screen.',
  },
  'sync.live_p50_ms': {
    how: 'A guest’s report to a colecta with 100,000 contributions: from its timestamp, taken before the insert, to after the frame that shows its row on the organiser’s screen. Its replica has all its indexes by then.',
    max: 60,
  },
  'sync.live_p99_ms': { how: 'The same, at the 99th percentile.', max: 200 },
  'sync.live_1000_p50_ms': { how: 'The same with 1,000 open streams of other people.', max: 60 },
  'sync.live_1000_p99_ms': {
    how: 'The same with 1,000 open streams of other people.',
    max: 200,
  },
  'sync.wire_p50_ms': {
    how: 'Of that, until another stream of the organiser has received the event.',
  },
  'sync.wire_p99_ms': {
    how: 'Of that, until another stream of the organiser has received the event.',
  },
  'sync.wire_1000_p50_ms': { how: 'The same with 1,000 open streams.' },
  'sync.wire_1000_p99_ms': { how: 'The same with 1,000 open streams.' },
  'sync.applied_p50_ms': { how: 'Of that, until the worker reports that its replica has changed.' },
  'sync.answered_p50_ms': { how: 'Of that, until the worker has answered the screen’s query.' },
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

function reports(engine: string, min: number, driver: string): Record<string, Figure> {
  const hold = 'while the 99th percentile stays at 150 ms or less'
  return {
    [`server.reports_per_s_${engine}`]: {
      how: `Guests’ reports per second over HTTP to 100 colectas, ${hold}; each is on the disk before its response; RATE_LIMITS=off.`,
      min,
    },
    [`server.reports_p99_ms_${engine}`]: { how: 'Of those, the 99th percentile.', max: 150 },
    [`server.reports_limited_per_s_${engine}`]: {
      how: `The same with rate limits, through a proxy, from a million addresses, ${hold}.`,
    },
    [`server.reports_limited_p99_ms_${engine}`]: {
      how: 'Of those, the 99th percentile.',
      max: 150,
    },
    [`server.raw_inserts_per_s_${engine}`]: {
      how: `The same insert, one report each, by ${driver} alone, as durable.`,
    },
    [`server.reports_of_raw_percent_${engine}`]: {
      how: 'The server’s reports per second in per cent of the driver’s. It can exceed 100, because the server inserts simultaneous reports together.',
    },
  }
}

function weights(screen: string, what: string): Record<string, Figure> {
  const fetched = `Files of that kind that ${what} fetches ${FETCHED}`
  return Object.fromEntries(
    ['js', 'css', 'font', 'wasm'].map((kind) => [`page.${screen}_${kind}_kb`, { how: fetched }]),
  )
}

function lighthouse(page: string, performance: number, how: string): Record<string, Figure> {
  const key = (category: string) => `page.lighthouse_${page}_${category}`
  return {
    [key('performance')]: { how, min: performance },
    [key('accessibility')]: { how, min: 100 },
    [key('best_practices')]: { how, min: 100 },
    [key('seo')]: { how, min: 100 },
  }
}
