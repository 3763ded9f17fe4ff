/*
 * What WhatsApp and others read of a link. They run no script and read the first kilobytes: the server
 * writes it into the head of the page, in place of what stands there between two marks.
 */
import { html } from 'hono/html'
import type { PublicCollection } from '../../shared/collection.ts'
import { formatDay } from '../../shared/dates.ts'
import { contributionLink } from '../../shared/links.ts'
import { formatMoney, percentOf } from '../../shared/money.ts'
import { acceptsContributions } from '../../shared/permissions.ts'

export interface PageHead {
  title: string
  description: string
  /** The whole address of this page, where there is one that counts. */
  url?: string
  image: string
  imageAlt: string
  /** Who has the link may see it; that is no invitation to search engines. */
  hidden?: boolean
}

const PRODUCT = 'Entre Todos'

/** What every page says that is no collection's. */
export function productHead(image: string): PageHead {
  return {
    title: PRODUCT,
    description:
      'Colectas simples: abre una colecta, comparte el enlace y mira llegar cada aporte. El dinero va directo a tu cuenta.',
    image,
    imageAlt: 'Juntar plata entre todos, sin perseguir a nadie.',
  }
}

/** What a collection's contribution page says: nothing of whoever contributed, and no account. */
export function collectionHead(
  collection: PublicCollection,
  { origin, image }: { origin: string; image: string },
): PageHead {
  const { id, title, organiserName } = collection
  return {
    title,
    description: words(collection),
    url: contributionLink(origin, id),
    image,
    imageAlt: `${title}. Organiza ${organiserName}.`,
    hidden: true,
  }
}

function words(collection: PublicCollection): string {
  const { organiserName, amountCollected, totalAmount, suggestedAmount, deadline } = collection
  const progress = `${formatMoney(amountCollected)} de ${formatMoney(totalAmount)} (${percentOf(amountCollected, totalAmount)}\u00A0%)`
  return acceptsContributions(collection)
    ? `Organiza ${organiserName}. Ya se juntaron ${progress}. Monto sugerido: ${formatMoney(suggestedAmount)}, hasta el ${formatDay(deadline)}.`
    : `Organiza ${organiserName}. La colecta está cerrada: se juntaron ${progress}.`
}

/** Puts the head where web/index.html leaves room for it. */
export async function withHead(page: string, head: PageHead): Promise<string> {
  const tags =
    await html`<title>${head.title}${head.title === PRODUCT ? '' : ` · ${PRODUCT}`}</title>
    <meta name="description" content="${head.description}" />
    <meta property="og:title" content="${head.title}" />
    <meta property="og:description" content="${head.description}" />
    <meta property="og:image" content="${head.image}" />
    <meta property="og:image:type" content="image/png" />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content="${head.imageAlt}" />
    <meta property="og:type" content="website" />
    <meta property="og:locale" content="es_AR" />
    <meta property="og:site_name" content="${PRODUCT}" />
    <meta name="twitter:card" content="summary_large_image" />${
      head.url &&
      html`
    <meta property="og:url" content="${head.url}" />
    <link rel="canonical" href="${head.url}" />`
    }${
      head.hidden &&
      html`
    <meta name="robots" content="noindex" />`
    }`
  // As a function: a title may hold what `replace` would read as a pattern of its own.
  return page.replace(ROOM, () => String(tags))
}

const ROOM = /<!-- head -->[\s\S]*?<!-- \/head -->/
