import { contributionLink, invitation, shareText, whatsAppLink } from '../../../shared/links.ts'

/** The WhatsApp link has a text; the message is for the system's share dialog. */
export function shareOf({ id, title }: { id: string; title: string }) {
  const link = contributionLink(window.location.origin, id)
  return {
    link,
    whatsAppHref: whatsAppLink(shareText(title, link)),
    message: { title, text: invitation(title), url: link },
  }
}
