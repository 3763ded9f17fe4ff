import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { LRUCache } from 'lru-cache'
import { withTimeout } from '../../shared/async.ts'
import { today } from '../../shared/dates.ts'
import { isId } from '../../shared/id.ts'
import { links } from '../../shared/links.ts'
import type { PageData } from '../../shared/page-data.ts'
import { SECOND } from '../../shared/time.ts'
import type { Context } from '../context.ts'
import { getPublicCollection } from '../domain/public-collections.ts'
import { type CompressedPage, compressPage } from './compressed-page.ts'
import { collectionHead, productHead, withHead } from './page-head.ts'
import { createPageWriter, type PageWriter } from './page-writer.ts'

const MAX_PAGES = 500 // a shared link brings a whole group at once
const KEPT_FOR = 10 * SECOND

const HEAD_WITHIN = SECOND / 2 // then the database is slow, and the page gets the general head

export interface PageRequest {
  path: string
  search: string
  signedOut: boolean
}

/**
 * Returns a function that returns a path's page, compressed, with its meta tags. The contribution page is rendered for
 * everybody, home and login for guests; the browser renders all other screens.
 */
export function screenPages(context: Context, index: string) {
  const { config, pictures, log, now } = context
  const { origin } = config
  let reading: { at: number; built: Promise<Built> } | undefined
  const kept = new LRUCache<string, CompressedPage>({
    max: MAX_PAGES,
    ttl: KEPT_FOR,
    ttlResolution: 0, // a test's clock may jump
    perf: { now: () => now().getTime() },
  })

  /** The build may change while the server runs. */
  async function current(): Promise<Built> {
    const { mtimeMs: at } = await stat(index)
    if (reading?.at !== at) {
      reading = { at, built: read(at) }
      // A build is under way: the next request tries again.
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
    kept.clear()
    return { template, product, screens: new Map(), writer }
  }

  async function keeping(
    key: string,
    make: () => Promise<CompressedPage | null>,
  ): Promise<CompressedPage | null> {
    const known = kept.get(key)
    if (known) return known
    const page = await make()
    if (page) kept.set(key, page)
    return page
  }

  async function ofCollection(
    { id, isGuarded }: Contribution,
    built: Built,
  ): Promise<CompressedPage | null> {
    const asking = getPublicCollection(context, id)
    const collection = await withTimeout(asking, HEAD_WITHIN).catch(() => null)
    if (!collection) return null
    const { version } = pictures.ofCollection(collection)
    const drawn = `${origin}/api/collections/${id}/picture.png?v=${version}`
    const headed = await withHead(built.template, collectionHead(collection, { origin, drawn }))
    // Not rendered: its script first requests the session.
    return compressPage(
      isGuarded ? headed : await written(headed, built, links.contribute(id), { collection }),
    )
  }

  async function ofSignedOut(path: string, built: Built): Promise<CompressedPage> {
    const google = config.google !== undefined
    return compressPage(await written(built.product, built, path, { user: null, google }))
  }

  function ofScreen(path: string, { product, screens, writer }: Built): CompressedPage {
    const screen = writer?.screenAt(path) ?? ''
    const page =
      screens.get(screen) ?? compressPage(askingAtOnce(writer?.preload(product, path) ?? product))
    screens.set(screen, page)
    return page
  }

  /** When rendering fails, the page has no content, and the browser renders it. */
  async function written(
    page: string,
    { writer }: Built,
    path: string,
    known: Omit<PageData, 'today'>,
  ) {
    if (!writer) return page
    try {
      return await writer.write(page, path, { today: today(now()), ...known })
    } catch (error) {
      notWritten(error)
      return page
    }
  }

  function notWritten(error: unknown): null {
    log.error({ error: String(error) }, 'pages')
    return null
  }

  void current().catch(() => {})

  return async ({ path, search, signedOut }: PageRequest): Promise<CompressedPage> => {
    const built = await current()
    const contribution = contributionIn(path)
    const isOpen = signedOut && built.writer?.isOpen(path, search)
    const page =
      (contribution && (await keeping(path, () => ofCollection(contribution, built)))) ||
      (isOpen && (await keeping(path, () => ofSignedOut(path, built))))
    return page || ofScreen(path, built)
  }
}

/** The script requests the session first. */
function askingAtOnce(page: string): string {
  const link = '<link rel="preload" href="/api/session" as="fetch" crossorigin>'
  return page.replace('</head>', (end) => link + end)
}

interface Built {
  template: string
  product: string
  screens: Map<string, CompressedPage> // by the key of the screen
  writer: PageWriter | null
}

interface Contribution {
  id: string
  isGuarded: boolean
}

function contributionIn(path: string): Contribution | null {
  const [, short, long] =
    /^\/(?:contribuir\/([^/]+)|colecta\/([^/]+)\/contribute)\/?$/i.exec(path) ?? []
  const id = (short ?? long)?.toLowerCase()
  return id && isId(id) ? { id, isGuarded: short === undefined } : null
}
