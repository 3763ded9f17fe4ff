import { contains } from '../../shared/paging.ts'
import { CONTRIBUTION_STATE } from '../../shared/queries/columns.ts'
import { fold } from '../../shared/text.ts'
import type { EngineTransaction } from './copy-engine.ts'

export interface CsvOptions {
  collectionId: string
  /** As typed: finds a contributor like the named query `collection-contributions`. */
  search: string
  state: 'all' | 'unverified' | 'verified' | 'pending' | 'rejected'
  /** Excel in es-AR splits on `;` and then reads a decimal comma (FACTS). */
  separator: ',' | ';'
}

/**
 * A collection's contributions for a spreadsheet, newest first (specification 9): UTF-8 with its mark,
 * which Excel needs to see that it is.
 */
export async function exportCsv(
  tx: EngineTransaction,
  { collectionId, search, state, separator }: CsvOptions,
  personId: string,
): Promise<Blob> {
  // COPY takes no parameters; settings of this transaction do, and need no quoting.
  await tx.query(
    `select set_config('csv.collection', $1, true), set_config('csv.person', $2, true),
            set_config('csv.search', $3, true), set_config('csv.state', $4, true)`,
    [collectionId, personId, contains(fold(search)), STATE[state]],
  )
  const { blob } = await tx.query(
    `copy (${SELECT[separator]}) to '/dev/blob' (format csv, header, delimiter '${separator}')`,
  )
  return new Blob(['\uFEFF', blob ?? ''], { type: 'text/csv;charset=utf-8' })
}

/** The filter's names as states of a contribution; '%' is every one. */
const STATE = {
  all: '%',
  unverified: 'confirmed',
  verified: 'verified',
  pending: 'pending',
  rejected: 'rejected',
}

const SELECT = {
  ',': selectWith('c.amount::text'),
  ';': selectWith(`replace(c.amount::text, '.', ',')`),
}

function selectWith(amount: string): string {
  return `
    select
      to_char(c.payment_date at time zone 'America/Argentina/Buenos_Aires', 'DD/MM/YYYY HH24:MI') as "Fecha",
      ${defused('c.contributor_name')} as "Aportante",
      ${amount} as "Monto",
      c.payment_method as "Método",
      case ${CONTRIBUTION_STATE}
        when 'verified' then 'Acreditado'
        when 'confirmed' then 'Confirmado'
        when 'pending' then 'Pendiente'
        else 'Rechazado'
      end as "Estado",
      ${defused('c.message')} as "Mensaje"
    from contributions c
    where c.collection_id = current_setting('csv.collection')::uuid
      and c.organiser_id = current_setting('csv.person')::uuid
      and c.deleted_at is null
      and c.contributor_folded like current_setting('csv.search')
      and ${CONTRIBUTION_STATE} like current_setting('csv.state')
    order by c.payment_date desc, c.id desc`
}

/** A cell that a spreadsheet would take for a formula, also after white space, gets a quote (FACTS). */
function defused(text: string): string {
  return `case when ${text} ~ '^\\s*[=+@\\-]|^[\\t\\r]' then '''' || ${text} else ${text} end`
}
