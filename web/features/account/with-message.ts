import { AppError, hasCode } from '../../../shared/errors.ts'

/** Replaces errors other than refusals by `sentence`, which names the failed action. */
export async function withMessage<Answer>(
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
