import { AppError } from '../../shared/errors.ts'
import type { ReceiptTicket } from '../../shared/receipt.ts'
import { readKnownUser } from '../api/known-user.ts'
import { request } from '../api/request.ts'
import { sessionEnded } from '../api/session.ts'
import type { KeptReport } from './kept-report.ts'

/**
 * Tells the server of a transfer; answers the right to send its receipt. Asked again after a lost
 * answer it is the same contribution: the report's id makes it one. It goes under nobody else's name
 * than whose it is: a guest's as a guest's, whoever is signed in by now. Throws AppError, 'not-signed-in'
 * where its person is not.
 */
export async function fileReport(kept: KeptReport): Promise<ReceiptTicket | null> {
  const { collectionId, report, personId } = kept
  const path = `/api/collections/${collectionId}/contributions`
  try {
    const { receipt } = await request<Answer>('POST', path, report, undefined, personId)
    return receipt
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-signed-in') sessionEnded()
    throw error
  }
}

interface Answer {
  receipt: ReceiptTicket | null
}

/** Throws AppError('not-signed-in') where the person whose report it is is not here. */
export function requirePerson({ personId }: KeptReport): void {
  if (personId !== null && readKnownUser()?.id !== personId) {
    throw new AppError('not-signed-in', 'Inicia sesión para que tu aporte se registre.')
  }
}
