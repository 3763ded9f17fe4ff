import { messageOf } from './layout.ts'
import type { Message } from './mail.ts'

/** Asks a new person to confirm their address (A3). */
export function confirmationMessage(person: {
  email: string
  firstName: string
  link: string
}): Message {
  return messageOf({
    to: person.email,
    subject: 'Confirma tu email en Entre Todos',
    title: 'Confirma tu email',
    preview: 'Un paso más y tu cuenta queda lista.',
    paragraphs: [
      `Hola, ${person.firstName}:`,
      'Creaste una cuenta en Entre Todos. Para empezar a usarla, confirma que este email es tuyo.',
    ],
    button: { label: 'Confirmar email', href: person.link },
    smallPrint:
      'El enlace funciona durante 24 horas. Si no creaste esta cuenta, ignora este mensaje.',
  })
}
