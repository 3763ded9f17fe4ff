/*
 * The CSV of a collection's contributions. The replica and the server run the same COPY, in windows of rows: progress
 * is visible, and other queries run in between.
 */
import * as z from 'zod/mini'
import { METHOD_NAMES } from './contribution.ts'
import { today } from './dates.ts'
import { hexOf } from './id.ts'
import { contains } from './paging.ts'
import {
  BY_METHOD,
  contributionFilter,
  IN_STATE,
  methodFilter,
} from './queries/collection-contributions.ts'
import { CONTRIBUTION_STATE } from './queries/columns.ts'
import type { Sql } from './sql.ts'
import { fold } from './text.ts'
import { id, moment } from './validation.ts'

/** Rows per window. A window is read and sorted in memory; real collections seldom need a second one. */
const WINDOW = 100_000

const list = {
  collectionId: id,
  /** The text as typed. Matches contributors like the named query `collection-contributions`. */
  search: z._default(z.string().check(z.maxLength(200)), ''),
  state: z._default(contributionFilter, 'all'),
  method: z._default(methodFilter, 'all'),
}

export const csvList = z.object(list)
export type CsvList = z.infer<typeof csvList>

/** Excel in es-AR splits on `;` and expects a decimal comma; the standard separator is `,`. */
export const csvSeparator = z.enum([',', ';'])
export type CsvSeparator = z.infer<typeof csvSeparator>

export const csvRequest = z.object({ ...list, separator: z._default(csvSeparator, ',') })
export type CsvRequest = z.infer<typeof csvRequest>

/** Contributions after one time and up to another; null means unbounded. */
const csvWindow = z.object({
  after: z.nullable(moment),
  upTo: z.nullable(moment),
})
export type CsvWindow = z.infer<typeof csvWindow>

export const csvPart = z.object({ ...list, separator: csvSeparator, window: csvWindow })
export type CsvPart = z.infer<typeof csvPart>

/** Returns the windows, newest first. Each row is in one; rows that arrive meanwhile are in the first. */
export async function csvWindows(
  sql: Sql,
  list: CsvList,
  personId: string,
  size = WINDOW,
): Promise<CsvWindow[]> {
  const bounds = (await isLong(sql, list.collectionId, size))
    ? await sql.query<{ at: string }>(
        `select distinct p.at
         from (
           select c.payment_date as at, row_number() over (order by c.payment_date desc) as place
           from contributions c
           where ${matching(list, personId)}
         ) p
         where p.place > 1 and (p.place - 1) % ${size} = 0
         order by p.at desc`,
      )
    : []
  const moments = bounds.map(({ at }) => at)
  return [...moments, null].map((after, index) => ({ after, upTo: moments[index - 1] ?? null }))
}

/** Returns the query of one window's rows for COPY with every value quoted, so that no cell can end early. */
export function csvRows(part: CsvPart, personId: string): string {
  const { after, upTo } = part.window
  return `
    select
      to_char(c.payment_date at time zone 'America/Argentina/Buenos_Aires', 'DD/MM/YYYY HH24:MI'),
      ${defused('c.contributor_name')},
      ${part.separator === ';' ? `replace(c.amount::text, '.', ',')` : 'c.amount'},
      case c.payment_method when 'MercadoPago' then '${METHOD_NAMES.MercadoPago}' else c.payment_method end,
      case ${CONTRIBUTION_STATE}
        when 'verified' then 'Acreditado'
        when 'confirmed' then 'Confirmado'
        when 'pending' then 'Pendiente'
        else 'Rechazado'
      end,
      ${defused('c.message')}
    from contributions c
    where ${matching(part, personId)}
      ${after === null ? '' : `and c.payment_date > ${literal(after, 'timestamptz')}`}
      ${upTo === null ? '' : `and c.payment_date <= ${literal(upTo, 'timestamptz')}`}
    order by c.payment_date desc, c.id desc`
}

/** Returns the header line after a byte order mark, by which Excel detects UTF-8. */
export function csvHead(separator: CsvSeparator): string {
  const columns = ['Fecha', 'Aportante', 'Monto', 'Método', 'Estado', 'Mensaje']
  return `\uFEFF${columns.join(separator)}\n`
}

/** 'Regalo para la seño' -> 'aportes_regalo_para_la_seno_2026-11-21.csv' */
export function csvFileName(title: string, now: Date): string {
  const reason = fold(title)
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, 60)
    .replace(/^_|_$/g, '')
  return `aportes_${reason || 'colecta'}_${today(now)}.csv`
}

/** Returns whether a collection has more than `size` rows, by its counters: counting rows would be slow. */
export async function isLong(sql: Sql, collectionId: string, size: number): Promise<boolean> {
  const [row] = await sql.query<{ isLong: boolean }>(
    `select k.confirmed_count + k.pending_count + k.rejected_count > ${size} as "isLong"
     from collections k
     where k.id = $1`,
    [collectionId],
  )
  return row?.isLong ?? false
}

function matching({ collectionId, search, state, method }: CsvList, personId: string): string {
  const found = fold(search)
  return `
    c.collection_id = ${literal(collectionId, 'uuid')}
    and c.organiser_id = ${literal(personId, 'uuid')}
    and ${IN_STATE[state]}
    and ${BY_METHOD[method]}
    ${found === '' ? '' : `and c.contributor_folded like ${literal(contains(found), 'text')}`}`
}

/** Characters that start a formula in a spreadsheet, full-width ones too (OWASP, CSV injection). */
const SIGN = '[=+@\\-＝＋－＠]'
/** Characters that start a cell under another separator. Quotes inside a field give no protection then. */
const BREAK = '[;,\\t\\r\\n]'

/** SQL: a text with a quote before everything that could be a formula. Most texts are of the first case. */
function defused(text: string): string {
  return `case
    when ${text} !~ '${SIGN}|\\t|\\r' then ${text}
    else case when ${text} ~ '^\\s*${SIGN}|^[\\t\\r]' then '''' else '' end
      || regexp_replace(${text}, '(${BREAK}\\s*)(${SIGN})', '\\1''\\2', 'g')
  end`
}

/**
 * Returns a literal for a statement of COPY, which takes no parameters. Hexadecimal digits need no quoting. The
 * subquery runs once, not for every row.
 */
function literal(text: string, type: 'text' | 'timestamptz' | 'uuid'): string {
  const bytes = new TextEncoder().encode(text.replaceAll('\0', ''))
  return `(select convert_from(decode('${hexOf(bytes)}', 'hex'), 'UTF8')::${type})`
}
