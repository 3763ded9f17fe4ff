import { messageOf } from './layout.ts'
import type { Message } from './mail.ts'

/** `link`: how to recover the account if it was somebody else. */
export function passwordChangedMessage(person: {
  email: string
  firstName: string
  link: string
}): Message {
  return messageOf({
    to: person.email,
    subject: 'Cambiaste tu contraseña de Entre Todos',
    title: 'Tu contraseña cambió',
    preview: 'Si no fuiste tú, elige otra ahora mismo.',
    paragraphs: [
      `Hola, ${person.firstName}:`,
      'Tu contraseña de Entre Todos cambió, y cerramos tus otras sesiones.',
      'Si no fuiste tú, elige otra ahora mismo.',
    ],
    button: { label: 'No fui yo', href: person.link },
    smallPrint: 'Si fuiste tú, no hace falta hacer nada.',
  })
}
