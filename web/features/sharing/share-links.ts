import { invitation, sharedLink, shareText, whatsAppLink } from '../../../shared/links.ts'

export function shareLinks({ id, title }: { id: string; title: string }) {
  const link = sharedLink(window.location.origin, id)
  return {
    link,
    whatsAppHref: whatsAppLink(shareText(title, link)),
    message: { title, text: invitation(title), url: link },
  }
}
