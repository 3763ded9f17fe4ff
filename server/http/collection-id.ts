import { isId } from '../../shared/id.ts'
import { collectionGone } from '../domain/public-collections.ts'

/** A link that lost some characters is a collection that does not exist. */
export function collectionId(text: string): string {
  const id = text.toLowerCase()
  if (!isId(id)) throw collectionGone()
  return id
}
