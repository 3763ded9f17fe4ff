import { contributionLink, invitation, shareText, whatsAppLink } from '../../../shared/links.ts'

/** Returns the contribution link, the WhatsApp link with a text, and the message for the share dialog of the system. */
export function shareOf({ id, title }: { id: string; title: string }) {
  const link = contributionLink(window.location.origin, id)
  return {
    link,
    whatsAppHref: whatsAppLink(shareText(title, link)),
    message: { title, text: invitation(title), url: link },
  }
}
