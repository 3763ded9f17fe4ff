import { messageOf } from './layout.ts'
import type { Message } from './mail.ts'

/** To the new address. */
export function emailChangeMessage(person: {
  email: string
  firstName: string
  link: string
}): Message {
  return messageOf({
    to: person.email,
    subject: 'Confirma tu nuevo email en Entre Todos',
    title: 'Confirma tu nuevo email',
    preview: 'Un paso más y tu cuenta usa esta dirección.',
    paragraphs: [
      `Hola, ${person.firstName}:`,
      'Pediste que esta sea la dirección de tu cuenta de Entre Todos. Confirma que es tuya.',
    ],
    button: { label: 'Confirmar nuevo email', href: person.link },
    smallPrint:
      'El enlace funciona durante 24 horas. Si no pediste este cambio, ignora este mensaje.',
  })
}
