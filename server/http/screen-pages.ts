import { readFile, stat } from 'node:fs/promises'
import { isId } from '../../shared/id.ts'
import type { Context } from '../context.ts'
import { latest } from '../domain/latest.ts'
import { getPublicCollection } from '../domain/public-collections.ts'
import { withinTime } from '../domain/within-time.ts'
import { type PackedPage, pack } from './packed-page.ts'
import { collectionHead, productHead, withHead } from './page-head.ts'

const SECOND = 1000 // in ms

/** Who shares a link brings a whole group at once: they get one page, 8 kB with all its bodies. */
const KEPT = 500
const KEPT_FOR = 10 * SECOND

/** A page comes also while the database is slow: with the head of every other. */
const HEAD_WITHIN = SECOND / 2

/** The page of every screen, with the head that its address has. */
export function screenPages({ config, database, pictures, now }: Context, index: string) {
  const { origin } = config
  let built: { at: number; template: string; product: PackedPage } | undefined
  let collections = latest<string, { page: PackedPage; until: number }>(KEPT)

  /** As it was built last, also under a server that runs. */
  async function current() {
    const { mtimeMs: at } = await stat(index)
    if (built?.at === at) return built
    const template = await readFile(index, 'utf8')
    const image = `${origin}/api/picture.png?v=${pictures.ofProduct().version}`
    const product = pack(await withHead(template, productHead(image)))
    collections = latest(KEPT)
    built = { at, template, product }
    return built
  }

  async function ofCollection(id: string, template: string): Promise<PackedPage | null> {
    const known = collections.get(id)
    if (known && now().getTime() < known.until) return known.page
    const asking = getPublicCollection(database, id)
    const collection = await withinTime(HEAD_WITHIN, asking).catch(() => null)
    if (!collection) return null
    const { version } = pictures.ofCollection(collection)
    const image = `${origin}/api/collections/${id}/picture.png?v=${version}`
    const page = pack(await withHead(template, collectionHead(collection, { origin, image })))
    collections.set(id, { page, until: now().getTime() + KEPT_FOR })
    return page
  }

  return async (path: string): Promise<PackedPage> => {
    const { template, product } = await current()
    const id = collectionIn(path)
    return (id && (await ofCollection(id, template))) || product
  }
}

/** The collection whose contribution page this is, by either of its addresses. */
function collectionIn(path: string): string | null {
  const [, short, long] =
    /^\/(?:contribuir\/([^/]+)|colecta\/([^/]+)\/contribute)\/?$/i.exec(path) ?? []
  const id = (short ?? long)?.toLowerCase()
  return id && isId(id) ? id : null
}
