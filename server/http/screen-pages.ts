import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { PublicCollection } from '../../shared/collection.ts'
import { today } from '../../shared/dates.ts'
import { isId } from '../../shared/id.ts'
import { links } from '../../shared/links.ts'
import type { Context } from '../context.ts'
import { latest } from '../domain/latest.ts'
import { getPublicCollection } from '../domain/public-collections.ts'
import { withinTime } from '../domain/within-time.ts'
import { type PackedPage, pack } from './packed-page.ts'
import { collectionHead, productHead, withHead } from './page-head.ts'
import { createPageWriter, type PageWriter } from './page-writer.ts'

const SECOND = 1000 // in ms

/** Who shares a link brings a whole group at once: they get one page, packed once. */
const KEPT = 500
const KEPT_FOR = 10 * SECOND

/** A page comes also while the database is slow: with the head of every other. */
const HEAD_WITHIN = SECOND / 2

/**
 * The page of every screen, with the head that its address has; the contribution page with its content, too.
 * It is one for everybody: nothing in it depends on who asks.
 */
export function screenPages({ config, database, pictures, log, now }: Context, index: string) {
  const { origin } = config
  let reading: { at: number; built: Promise<Built> } | undefined
  let collections = latest<string, { page: PackedPage; until: number }>(KEPT)

  /** As it was built last, also under a server that runs. */
  async function current(): Promise<Built> {
    const { mtimeMs: at } = await stat(index)
    if (reading?.at !== at) {
      reading = { at, built: read(at) }
      // In the midst of a build: whoever asks next tries again.
      reading.built.catch(() => {
        reading = undefined
      })
    }
    return reading.built
  }

  async function read(at: number): Promise<Built> {
    const template = await readFile(index, 'utf8')
    const image = `${origin}/api/picture.png?v=${pictures.ofProduct().version}`
    const product = await withHead(template, productHead(image))
    const writer = await createPageWriter(dirname(index), at).catch(notWritten)
    collections = latest(KEPT)
    return { template, product, packed: new Map(), writer }
  }

  async function ofCollection(id: string, built: Built): Promise<PackedPage | null> {
    const known = collections.get(id)
    if (known && now().getTime() < known.until) return known.page
    const asking = getPublicCollection(database, id)
    const collection = await withinTime(HEAD_WITHIN, asking).catch(() => null)
    if (!collection) return null
    const { version } = pictures.ofCollection(collection)
    const image = `${origin}/api/collections/${id}/picture.png?v=${version}`
    const headed = await withHead(built.template, collectionHead(collection, { origin, image }))
    const page = pack(await written(headed, built, collection))
    collections.set(id, { page, until: now().getTime() + KEPT_FOR })
    return page
  }

  function ofScreen(path: string, { product, packed, writer }: Built): PackedPage {
    const screen = writer?.screenAt(path) ?? ''
    const page = packed.get(screen) ?? pack(writer?.name(product, path) ?? product)
    packed.set(screen, page)
    return page
  }

  /** Without its content the page comes all the same: its script draws it then. */
  async function written(page: string, { writer }: Built, collection: PublicCollection) {
    if (!writer) return page
    try {
      return await writer.write(page, links.contribute(collection.id), {
        today: today(now()),
        collection,
      })
    } catch (error) {
      notWritten(error)
      return page
    }
  }

  function notWritten(error: unknown): null {
    log.error({ error: String(error) }, 'pages')
    return null
  }

  // Before anybody asks: what writes the pages takes a moment to load.
  void current().catch(() => {})

  return async (path: string): Promise<PackedPage> => {
    const built = await current()
    const id = collectionIn(path)
    return (id && (await ofCollection(id, built))) || ofScreen(path, built)
  }
}

interface Built {
  template: string
  product: string
  /** It, by the screen whose files its head names. */
  packed: Map<string, PackedPage>
  writer: PageWriter | null
}

/** The collection whose contribution page this is, by either of its addresses. */
function collectionIn(path: string): string | null {
  const [, short, long] =
    /^\/(?:contribuir\/([^/]+)|colecta\/([^/]+)\/contribute)\/?$/i.exec(path) ?? []
  const id = (short ?? long)?.toLowerCase()
  return id && isId(id) ? id : null
}
