import { isId } from '../../shared/id.ts'
import { collectionGone } from '../domain/public-collections.ts'

/** Throws AppError('not-found') for invalid ids, such as a link that lost some characters. */
export function collectionId(text: string): string {
  const id = text.toLowerCase()
  if (!isId(id)) throw collectionGone()
  return id
}
