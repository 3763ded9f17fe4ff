/* A guest corrects or withdraws a report by its key, until the organiser verifies it (S12). */
import { type GuestCorrection, PLAUSIBLE_TIMES } from '../../shared/contribution.ts'
import { type Correction, MOST_CORRECTIONS } from '../../shared/correction.ts'
import { AppError } from '../../shared/errors.ts'
import type { Centavos } from '../../shared/money.ts'
import {
  CORRECTABLE_COLUMNS,
  type Correctable,
  writeCorrection,
} from '../../shared/mutations/write-correction.ts'
import type { OwnReport, OwnReportKey } from '../../shared/own-report.ts'
import { IS_WITHDRAWN } from '../../shared/queries/columns.ts'
import type { Transaction } from '../../shared/sql.ts'
import { assertKey, type OwnReportTools, readOwnReport, reportGone } from './own-reports.ts'
import { noteChange, noteReturn } from './unnotified-changes.ts'

/** Idempotent. Throws AppError: 'not-found', 'conflict' when it is verified or removed, 'too-many-requests'. */
export async function correctReport(
  tools: OwnReportTools,
  own: OwnReportKey,
  changes: GuestCorrection,
): Promise<OwnReport> {
  await change(tools, own, async (tx, row, at) => {
    if (row.isDeleted) throw conflict('Este aporte ya no está en la lista de la colecta.')
    const isWritten = await writeCorrection(tx, row, changes, { at, by: 'guest' })
    if (!isWritten) return
    await settleStatus(tx, row)
    const isOther = (changes.amount ?? row.amount) !== row.amount
    if (isOther && !row.isRejected) await noteChange(tx, row.id, row.amount)
    await tx.query(
      `update contributions set unique_amount = false
       where id = $1 and unique_amount and amount <> $2::numeric / 100`,
      [row.id, row.amount],
    )
  })
  return readOwnReport(tools, own)
}

/** Hides a report from list and totals; `isWithdrawn: false` undoes that. Idempotent. Throws as correctReport does. */
export async function withdrawReport(
  tools: OwnReportTools,
  own: OwnReportKey,
  isWithdrawn: boolean,
): Promise<OwnReport> {
  await change(tools, own, async (tx, row, at) => {
    if (row.isDeleted === isWithdrawn) return
    if (row.isDeleted && !row.isWithdrawn) {
      throw conflict('Quien organiza quitó este aporte de su lista. Escríbele si es un error.')
    }
    const deletedAt = isWithdrawn ? at : null
    await tx.query('update contributions set deleted_at = $2 where id = $1', [row.id, deletedAt])
    const step: Correction['isWithdrawn'] = [!isWithdrawn, isWithdrawn]
    await writeCorrection(tx, row, {}, { at, by: 'guest', isWithdrawn: step })
    if (!isWithdrawn) await keepPlausible(tx, row, 0)
    // Neither matters to an organiser who has rejected it.
    if (!row.isRejected) await noteChange(tx, row.id, isWithdrawn ? row.amount : null)
  })
  return readOwnReport(tools, own)
}

interface LockedReport extends Correctable {
  version: number
  isVerified: boolean
  isTransfer: boolean
  isDeleted: boolean
  isWithdrawn: boolean // by its guest
  isRejected: boolean
}

async function change(
  { database, secret, now }: OwnReportTools,
  { id, key }: OwnReportKey,
  write: (tx: Transaction, row: LockedReport, at: string) => Promise<void>,
): Promise<void> {
  assertKey(secret, id, key)
  await database.transaction(async (tx) => {
    const row = await lockReport(tx, id)
    await write(tx, row, now().toISOString())
  })
}

/** Locks a report. Throws AppError: 'not-found', 'conflict' when it is verified, 'too-many-requests'. */
export async function lockReport(tx: Transaction, id: string): Promise<LockedReport> {
  const [row] = await tx.query<LockedReport>(
    `select ${CORRECTABLE_COLUMNS}, c.version,
            c.verified_at is not null as "isVerified",
            c.payment_method = 'Transferencia' as "isTransfer",
            c.deleted_at is not null as "isDeleted", ${IS_WITHDRAWN} as "isWithdrawn",
            c.payment_status = 'rejected' as "isRejected"
     from contributions c join collections k on k.id = c.collection_id and k.deleted_at is null
     where c.id = $1
     for update of c`,
    [id],
  )
  if (!row?.isTransfer) throw reportGone()
  if (row.isVerified) {
    throw conflict(
      'Este aporte ya está acreditado. Para corregirlo, pídele a quien organiza que quite la acreditación.',
    )
  }
  if (row.version > MOST_CORRECTIONS) {
    throw new AppError(
      'too-many-requests',
      'Este aporte ya se corrigió muchas veces. Escríbele a quien organiza.',
    )
  }
  return row
}

/**
 * A rejected report is pending again: the organiser has not seen it as it is now. The next decision is another one for
 * its guest, even if it is the same as the last one.
 */
export async function settleStatus(tx: Transaction, report: LockedReport): Promise<void> {
  const again = await tx.query(
    `update contributions set payment_status = 'pending', rejection_reason = ''
     where id = $1 and payment_status = 'rejected'
     returning id`,
    [report.id],
  )
  if (again.length > 0) await noteReturn(tx, report.id)
  await tx.query('update guest_notices set told = null where contribution_id = $1', [report.id])
  await keepPlausible(tx, report, report.amount)
}

/**
 * Sets a report to pending when its amount grew and is no longer plausible (shared/contribution.ts). The statement
 * before has updated the collection's totals, which include the report, and so has locked the collection.
 */
async function keepPlausible(tx: Transaction, { id }: LockedReport, before: Centavos) {
  await tx.query(
    `update contributions c set payment_status = 'pending'
     from collections k
     where c.id = $1 and k.id = c.collection_id and c.payment_status = 'confirmed'
       and c.amount > $2::numeric / 100
       and c.amount > ${PLAUSIBLE_TIMES} * k.suggested_amount
       and k.amount_collected > k.total_amount`,
    [id, before],
  )
}

function conflict(message: string): AppError {
  return new AppError('conflict', message)
}
