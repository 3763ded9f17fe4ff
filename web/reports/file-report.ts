import { fileReport as fileReportCall, type ReceiptTicket } from '../../shared/api/collections.ts'
import { AppError } from '../../shared/errors.ts'
import { readKnownUser } from '../api/known-user.ts'
import { request } from '../api/request.ts'
import { sessionEnded } from '../api/session.ts'
import type { KeptReport } from './kept-report.ts'

/**
 * Tells the server of a transfer; answers the right to send its receipt, and a guest's to see it again. Asked again after a lost
 * answer it is the same contribution: the report's id makes it one. It goes under nobody else's name
 * than whose it is: a guest's as a guest's, whoever is signed in by now. Throws AppError, 'not-signed-in'
 * where its person is not.
 */
export async function fileReport(kept: KeptReport): Promise<Answer> {
  const { collectionId, report, personId } = kept
  try {
    return await request(fileReportCall, {
      params: { id: collectionId },
      input: report,
      as: personId,
    })
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-signed-in') sessionEnded()
    throw error
  }
}

interface Answer {
  receipt: ReceiptTicket | null
  /** null for a person with an account. */
  key: string | null
}

/** Throws AppError('not-signed-in') where the person whose report it is is not here. */
export function requirePerson({ personId }: KeptReport): void {
  if (personId !== null && readKnownUser()?.id !== personId) {
    throw new AppError('not-signed-in', 'Inicia sesión para que tu aporte se registre.')
  }
}
