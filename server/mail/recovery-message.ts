import { escapeHtml } from './html.ts'
import { layout } from './layout.ts'
import type { Message } from './mail.ts'

/** Leads a person who forgot their password to choose another one (A3). */
export function recoveryMessage(person: {
  email: string
  firstName: string
  link: string
}): Message {
  const { email, firstName, link } = person
  return {
    to: email,
    subject: 'Elige una nueva contraseña en Entre Todos',
    link,
    text: `Hola, ${firstName}:

Pediste cambiar tu contraseña de Entre Todos. Elige una nueva en este enlace:

${link}

El enlace funciona durante 60 minutos. Si no lo pediste, ignora este mensaje: tu contraseña sigue igual.

Entre Todos
`,
    html: layout({
      title: 'Elige una nueva contraseña',
      preview: 'El enlace funciona durante 60 minutos.',
      paragraphs: [
        `Hola, ${escapeHtml(firstName)}:`,
        'Pediste cambiar tu contraseña de Entre Todos. Elige una nueva con este botón.',
      ],
      button: { label: 'Elegir contraseña', href: link },
      smallPrint:
        'El enlace funciona durante 60 minutos. Si no lo pediste, ignora este mensaje: tu contraseña sigue igual.',
    }),
  }
}
