import { isId } from '../../shared/id.ts'
import { collectionGone } from '../domain/public-collections.ts'

/** Returns a valid id. Throws AppError('not-found') for others, such as a link that lost some characters. */
export function collectionId(text: string): string {
  const id = text.toLowerCase()
  if (!isId(id)) throw collectionGone()
  return id
}
