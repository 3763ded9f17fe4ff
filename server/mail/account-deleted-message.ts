import { messageOf } from './layout.ts'
import type { Message } from './mail.ts'

export function accountDeletedMessage({ email, link }: { email: string; link: string }): Message {
  return messageOf({
    to: email,
    subject: 'Eliminamos tu cuenta de Entre Todos',
    title: 'Tu cuenta ya no existe',
    preview: 'Borramos tus datos y tus colectas.',
    paragraphs: [
      'Hola:',
      'Como lo pediste, eliminamos tu cuenta de Entre Todos, con tus datos y tus colectas.',
      'Los aportes que hiciste a colectas de otras personas siguen en sus listas, sin tu email.',
    ],
    button: { label: 'Ir a Entre Todos', href: link },
    smallPrint: 'Este es el último mensaje que te enviamos.',
  })
}
