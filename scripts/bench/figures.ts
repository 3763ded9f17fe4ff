/*
 * What each figure is and how it was measured. Keys with a number of rows at the end, as in
 * `replica.page_p95_ms_1000`, are the same question at another size; without one it is 100,000.
 */

export interface Figure {
  /** How it was measured, in one sentence. */
  how: string
  /** What DESIGN 11 asks of it; absent where it asks nothing. */
  floor?: number
  /** The same where more is better. */
  least?: number
  /** What a person would otherwise have: the same question asked of the server over HTTP. */
  server?: string
  /** And of plain arrays of objects in the page, filtered, sorted and cut. */
  arrays?: string
}

const PAINTED = 'from the browser’s own time of the key or click to after the frame with the rows'

const LIGHTHOUSE =
  'by Lighthouse as it comes (a phone, a slow line, simulated), nothing kept; the median of 3 visits.'

export const FIGURES: Record<string, Figure> = {
  'page.contribute_js_kb': {
    how: 'Script the contribution page fetches by itself, what it does when it is idle included; kB of gzip.',
    floor: 120,
  },
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
    how: 'A reload of the dashboard with a copy there, until its rows are painted, while the server answers no query; the median.',
    floor: 1_200,
    server: 'replica.warm_server_ms',
  },
  'replica.warm_copy_ms': {
    how: 'Of that reload, until the copy’s first answer to a query.',
  },
  'replica.first_sync_ms': {
    how: 'No copy yet: from the first word of the opened engine to the complete copy; the median.',
    floor: 2_500,
    arrays: 'replica.arrays_load_ms',
  },
  'replica.cold_ms': {
    how: 'Program and engine in the browser’s cache, no copy: from the reload to the first answer of a copy of 1,000 contributions; the median.',
    floor: 2_000,
  },
  'replica.peak_mb': {
    how: 'PSS of Chromium’s renderer of that tab (page and worker), its highest from an empty profile until the copy is complete, tidied up and flushed.',
    floor: 600,
  },
  'replica.csv_ms': {
    how: 'All contributions of the colecta exported as a person does, from the press of “Descargar archivo” to the file handed to the browser; the median.',
    floor: 300,
  },
  'replica.arrays_load_ms': {
    how: 'For arrays instead of a copy: all contributions fetched and made into objects, once.',
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
  'sync.applied_p50_ms': { how: 'Of that, to the worker’s word that its copy has changed.' },
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

function lighthouse(page: string, performance: number, how: string): Record<string, Figure> {
  const key = (category: string) => `page.lighthouse_${page}_${category}`
  return {
    [key('performance')]: { how, least: performance },
    [key('accessibility')]: { how, least: 100 },
    [key('best_practices')]: { how, least: 100 },
    [key('seo')]: { how, least: 100 },
  }
}
