import { contributionLink, shareText, whatsAppLink } from '../../../shared/links.ts'

/** What is handed out of a collection: its contribution link, and WhatsApp with the text written. */
export function shareOf({ id, title }: { id: string; title: string }) {
  const link = contributionLink(window.location.origin, id)
  return { link, whatsAppHref: whatsAppLink(shareText(title, link)) }
}
