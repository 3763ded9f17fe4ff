import { AppError } from '../../../shared/errors.ts'

/**
 * Does `act`. Where the server broke, rather than refused, the person reads `sentence`, which names
 * what they wanted.
 */
export async function withMessage<Answer>(
  sentence: string,
  act: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await act()
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.code !== 'internal') throw cause
    throw new AppError('internal', sentence, { cause })
  }
}
