import { escapeHtml } from './html.ts'
import { layout } from './layout.ts'
import type { Message } from './mail.ts'

/** Tells a person that their password was changed: if it was not them, `link` is the way back. */
export function passwordChangedMessage(person: {
  email: string
  firstName: string
  link: string
}): Message {
  const { email, firstName, link } = person
  return {
    to: email,
    subject: 'Cambiaste tu contraseña de Entre Todos',
    link,
    text: `Hola, ${firstName}:

Tu contraseña de Entre Todos cambió, y cerramos todas tus sesiones.

Si no fuiste tú, elige otra ahora mismo:

${link}

Entre Todos
`,
    html: layout({
      title: 'Tu contraseña cambió',
      preview: 'Si no fuiste tú, elige otra ahora mismo.',
      paragraphs: [
        `Hola, ${escapeHtml(firstName)}:`,
        'Tu contraseña de Entre Todos cambió, y cerramos todas tus sesiones.',
        'Si no fuiste tú, elige otra ahora mismo.',
      ],
      button: { label: 'No fui yo', href: link },
      smallPrint: 'Si fuiste tú, no hace falta hacer nada.',
    }),
  }
}
