import { escapeHtml } from './html.ts'
import { layout } from './layout.ts'
import type { Message } from './mail.ts'

/** Asks a new person to confirm that the address is theirs (A3). */
export function confirmationMessage(person: {
  email: string
  firstName: string
  link: string
}): Message {
  const { email, firstName, link } = person
  return {
    to: email,
    subject: 'Confirma tu email en Entre Todos',
    link,
    text: `Hola, ${firstName}:

Creaste una cuenta en Entre Todos. Para empezar a usarla, confirma tu email en este enlace:

${link}

El enlace funciona durante 24 horas. Si no creaste esta cuenta, ignora este mensaje.

Entre Todos
`,
    html: layout({
      title: 'Confirma tu email',
      preview: 'Un paso más y tu cuenta queda lista.',
      paragraphs: [
        `Hola, ${escapeHtml(firstName)}:`,
        'Creaste una cuenta en Entre Todos. Para empezar a usarla, confirma tu email.',
      ],
      button: { label: 'Confirmar email', href: link },
      smallPrint:
        'El enlace funciona durante 24 horas. Si no creaste esta cuenta, ignora este mensaje.',
    }),
  }
}
