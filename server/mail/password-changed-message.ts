import { messageOf } from './layout.ts'
import type { Message } from './mail.ts'

/** Tells a person that their password was changed: if it was not them, `link` is the way back. */
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
