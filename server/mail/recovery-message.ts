import { messageOf } from './layout.ts'
import type { Message } from './mail.ts'

export function recoveryMessage(person: {
  email: string
  firstName: string
  link: string
}): Message {
  return messageOf({
    to: person.email,
    subject: 'Elige una nueva contraseña en Entre Todos',
    title: 'Elige una nueva contraseña',
    preview: 'El enlace funciona durante 60 minutos.',
    paragraphs: [
      `Hola, ${person.firstName}:`,
      'Pediste cambiar tu contraseña de Entre Todos. Elige una nueva con este enlace.',
    ],
    button: { label: 'Elegir contraseña', href: person.link },
    smallPrint:
      'El enlace funciona durante 60 minutos. Si no lo pediste, ignora este mensaje: tu contraseña sigue igual.',
  })
}
