/*
 * Draws an SVG for the README: each figure as a bar relative to its limit, in the light and dark colours of
 * web/styles/tokens.css.
 */
import { figureOf } from './figures.ts'

const WIDTH = 840
const MARGIN = 24
const BARS_FROM = 270
const BARS_TO = 640
const LEAST_LENGTH = 1.15 // of the longest bar of a group, in multiples of its limit
const ROW = 30
const BAR = 12

interface Row {
  key: string
  label: string
  unit: string
}

const GROUPS: { title: string; rows: Row[] }[] = [
  {
    title: 'Guests’ reports per second (more is better)',
    rows: [
      { key: 'server.reports_per_s_embedded', label: 'embedded database', unit: '/s' },
      { key: 'server.reports_per_s_postgres', label: 'PostgreSQL', unit: '/s' },
    ],
  },
  {
    title: 'A guest’s report on the organiser’s screen (less is better, as in all below)',
    rows: [
      { key: 'sync.live_p50_ms', label: 'median', unit: 'ms' },
      { key: 'sync.live_p99_ms', label: '99th percentile', unit: 'ms' },
      { key: 'sync.live_1000_p50_ms', label: 'median, with 1,000 streams', unit: 'ms' },
    ],
  },
  {
    title: '100,000 contributions in the browser',
    rows: [
      { key: 'replica.page_p95_ms', label: 'a page of the list, painted', unit: 'ms' },
      { key: 'replica.search_p95_ms', label: 'a key of a search, painted', unit: 'ms' },
      { key: 'replica.warm_ms', label: 'a reload, painted', unit: 'ms' },
      { key: 'replica.first_sync_ms', label: 'the first fill, complete', unit: 'ms' },
      { key: 'replica.cold_ms', label: 'the first answer without a replica', unit: 'ms' },
      { key: 'replica.csv_ms', label: 'a CSV file', unit: 'ms' },
      { key: 'replica.peak_mb', label: 'most memory of the tab', unit: 'MB' },
    ],
  },
  {
    title: 'The contribution page, and its receipt',
    rows: [
      { key: 'page.contribute_js_kb', label: 'script before the first touch', unit: 'kB' },
      { key: 'upload.resent_percent', label: 'sent twice when cut', unit: '%' },
    ],
  },
]

/** Returns the SVG for the results of `npm run bench`. Throws when no figure was measured. */
export function chartOf(results: Record<string, number>): string {
  const groups = GROUPS.map(({ title, rows }) => ({
    title,
    rows: rows.filter(({ key }) => results[key] !== undefined),
  })).filter(({ rows }) => rows.length > 0)
  if (groups.length === 0) throw new Error('None of what the chart shows was measured')

  let top = 20
  const parts: string[] = []
  for (const { title, rows } of groups) {
    const bars = rows.map((row) => barOf(row, results[row.key] ?? Number.NaN))
    const longest = Math.max(LEAST_LENGTH, ...bars.map(({ share }) => share))
    const limitLength = Math.round((BARS_TO - BARS_FROM) / longest)
    parts.push(text('title', MARGIN, top + 30, title))
    top += 42
    for (const [index, bar] of bars.entries()) parts.push(draw(bar, limitLength, top + index * ROW))
    const below = top + rows.length * ROW
    const x = BARS_FROM + limitLength
    parts.push(`<line class="line" x1="${x}" y1="${top}" x2="${x}" y2="${below}"/>`)
    top = below
  }
  top += 34
  parts.push(text('note', MARGIN, top, 'The dashed line is the limit. Measured by npm run bench.'))
  return page(top + 20, parts)
}

interface Bar {
  label: string
  value: string
  limit: string
  holds: boolean
  /** Relative to the limit. */
  share: number
}

function barOf({ key, label, unit }: Row, value: number): Bar {
  const { max, min } = figureOf(key) ?? {}
  const limit = max ?? min
  if (limit === undefined) throw new Error(`${key} has no limit to be drawn beside`)
  return {
    label,
    value: `${shown(value)} ${unit}`,
    limit: `${max === undefined ? '≥' : '≤'} ${shown(limit)}`,
    holds: max === undefined ? value >= limit : value <= limit,
    share: Math.max(0, value / limit),
  }
}

/** `limitLength`: length in px of a bar that just meets its limit. */
function draw(
  { label, value, limit, holds, share }: Bar,
  limitLength: number,
  top: number,
): string {
  const y = top + (ROW - BAR) / 2
  const middle = y + BAR - 2
  const rect = (kind: string, width: number) =>
    `<rect class="${kind}" x="${BARS_FROM}" y="${y}" width="${Math.round(width)}" height="${BAR}" rx="3"/>`
  return [
    text('label', BARS_FROM - 14, middle, label, 'end'),
    rect('ground', BARS_TO - BARS_FROM),
    rect(holds ? 'bar' : 'bar missed', limitLength * share),
    text('value', BARS_TO + 14, middle, value),
    text('limit', WIDTH - MARGIN, middle, `${holds ? '✓' : '✗'} ${limit}`, 'end'),
  ].join('\n')
}

function page(height: number, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="What was measured, each figure beside its limit">
<style>
  text { font: 14px Figtree, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; fill: #10272c }
  .title { font-weight: 600 }
  .label { fill: #43575c }
  .value { font-weight: 600; font-variant-numeric: tabular-nums }
  .limit, .note { fill: #5c6e73; font-size: 13px; font-variant-numeric: tabular-nums }
  .paper { fill: #faf9f6; stroke: #e6e3db }
  .ground { fill: #e4e6e2 }
  .bar { fill: #0a616a }
  .missed { fill: #c8352d }
  .line { stroke: #10272c; stroke-width: 1.5; stroke-dasharray: 3 3 }
  @media (prefers-color-scheme: dark) {
    text { fill: #ecf3f2 }
    .label { fill: #b1c2c3 }
    .limit, .note { fill: #90a4a6 }
    .paper { fill: #0b1517; stroke: #223639 }
    .ground { fill: #21363a }
    .bar { fill: #7fd0d3 }
    .missed { fill: #f4786c }
    .line { stroke: #ecf3f2 }
  }
</style>
<rect class="paper" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="16"/>
${parts.join('\n')}
</svg>
`
}

function text(kind: string, x: number, y: number, words: string, anchor = 'start'): string {
  return `<text class="${kind}" x="${x}" y="${y}" text-anchor="${anchor}">${words}</text>`
}

function shown(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 20 ? 1 : 0 })
}
