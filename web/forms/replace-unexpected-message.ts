import { AppError, hasCode } from '../../shared/errors.ts'

/**
 * Runs `act`. Replaces the message of an unexpected error (`internal`) by `sentence`, which names the action. Errors of
 * other codes already carry a sentence for people.
 */
export async function replaceUnexpectedMessage<Answer>(
  sentence: string,
  act: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await act()
  } catch (cause) {
    if (!hasCode(cause, 'internal')) throw cause
    throw new AppError('internal', sentence, { cause })
  }
}
