/* Meta tags for link previews. Messengers run no script and read the first kilobytes of a page only. */
import { html } from 'hono/html'
import type { PublicCollection } from '../../shared/collection.ts'
import { PICTURE_SIZE, pictureAddress } from '../../shared/collection-picture.ts'
import { formatDay } from '../../shared/dates.ts'
import { contributionLink } from '../../shared/links.ts'
import { formatMoney, percentOf } from '../../shared/money.ts'
import { acceptsContributions } from '../../shared/permissions.ts'

export interface PageHead {
  title: string
  description: string
  url?: string
  image: string
  imageType: 'image/png' | 'image/jpeg'
  imageAlt: string
  hidden?: boolean // keeps the page out of search engines: its link is for those who were given it
}

const PRODUCT = 'Entre Todos'

export function productHead(image: string): PageHead {
  return {
    title: PRODUCT,
    description:
      'Colectas simples: abre una colecta, comparte el enlace y mira llegar cada aporte. El dinero va directo a tu cuenta.',
    image,
    imageType: 'image/png',
    imageAlt: 'Juntar plata entre todos, sin perseguir a nadie.',
  }
}

/** The tags contain no contributor and no account. */
export function collectionHead(
  collection: PublicCollection,
  { origin, drawn }: { origin: string; drawn: string },
): PageHead {
  const { id, title, organiserName, picture } = collection
  return {
    title,
    description: words(collection),
    url: contributionLink(origin, id),
    image: picture ? `${origin}${pictureAddress(id, picture)}` : drawn,
    imageType: picture ? 'image/jpeg' : 'image/png',
    imageAlt: `${title}. Organiza ${organiserName}.`,
    hidden: true,
  }
}

function words(collection: PublicCollection): string {
  const { organiserName, amountCollected, totalAmount, suggestedAmount, deadline } = collection
  const suggestion = `Monto sugerido: ${formatMoney(suggestedAmount)}, hasta el ${formatDay(deadline)}.`
  const progress = `${formatMoney(amountCollected)} de ${formatMoney(totalAmount)} (${percentOf(amountCollected, totalAmount)}\u00A0%)`
  if (!acceptsContributions(collection)) {
    return `Organiza ${organiserName}. La colecta está cerrada: se juntaron ${progress}.`
  }
  const goal =
    amountCollected === 0
      ? `Total a colectar: ${formatMoney(totalAmount)}.`
      : `Ya se juntaron ${progress}.`
  return `Organiza ${organiserName}. ${goal} ${suggestion}`
}

export async function withHead(page: string, head: PageHead): Promise<string> {
  const tags =
    await html`<title>${head.title}${head.title === PRODUCT ? '' : ` · ${PRODUCT}`}</title>
    <meta name="description" content="${head.description}" />
    <meta property="og:title" content="${head.title}" />
    <meta property="og:description" content="${head.description}" />
    <meta property="og:image" content="${head.image}" />
    <meta property="og:image:type" content="${head.imageType}" />
    <meta property="og:image:width" content="${PICTURE_SIZE.width}" />
    <meta property="og:image:height" content="${PICTURE_SIZE.height}" />
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
  // A function, because `replace` would interpret patterns such as $& in a title.
  return page.replace(HEAD_PLACEHOLDER, () => String(tags))
}

const HEAD_PLACEHOLDER = /<!-- head -->[\s\S]*?<!-- \/head -->/
