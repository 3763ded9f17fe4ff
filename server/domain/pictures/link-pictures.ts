import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type PicturedCollection, paintCollection } from './paint-collection.ts'
import { paintProduct } from './tiles.ts'

export interface LinkPicture {
  version: string // a hash in the picture's URL, so that messengers fetch a changed picture
  png(): Promise<Buffer>
}

export type LinkPictures = ReturnType<typeof createLinkPictures>

const DRAWING = 1 // increase it when the drawing changes
const MAX_PICTURES = 64 // some 80 kB each

/** Caches the pictures of link previews; routes/pictures.ts serves them. */
export function createLinkPictures() {
  const cache = new LRUCache<string, Promise<Buffer>>({ max: MAX_PICTURES })

  function cached(version: string, paint: () => Promise<Buffer>): Promise<Buffer> {
    const known = cache.get(version)
    if (known) return known
    const picture = paint()
    cache.set(version, picture)
    picture.catch(() => cache.delete(version))
    return picture
  }

  const pictureOf = (facts: readonly unknown[], paint: () => Promise<Buffer>): LinkPicture => {
    const version = hash(JSON.stringify([DRAWING, ...facts]))
    return { version, png: () => cached(version, paint) }
  }

  return {
    ofCollection(collection: PicturedCollection): LinkPicture {
      const { title, organiserName, amountCollected, totalAmount } = collection
      const { cantidadPersonas, status } = collection
      const facts = [title, organiserName, amountCollected, totalAmount, cantidadPersonas, status]
      return pictureOf(facts, () => paintCollection(collection))
    },
    ofProduct: () => pictureOf([], paintProduct),
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}
