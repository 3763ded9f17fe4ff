import { contributionLink, invitation, shareText, whatsAppLink } from '../../../shared/links.ts'

export function shareOf({ id, title }: { id: string; title: string }) {
  const link = contributionLink(window.location.origin, id)
  return {
    link,
    whatsAppHref: whatsAppLink(shareText(title, link)),
    message: { title, text: invitation(title), url: link },
  }
}
