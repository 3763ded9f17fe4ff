import { messageOf } from './layout.ts'
import type { Message } from './mail.ts'

/** `link`: how to act if it was somebody else. */
export function googleJoinedMessage(person: {
  email: string
  firstName: string
  link: string
}): Message {
  return messageOf({
    to: person.email,
    subject: 'Ahora entras también con Google en Entre Todos',
    title: 'Google quedó unido a tu cuenta',
    preview: 'Si no fuiste tú, elige otra contraseña ahora mismo.',
    paragraphs: [
      `Hola, ${person.firstName}:`,
      'Desde ahora entras a tu cuenta de Entre Todos también con tu cuenta de Google. Tu contraseña sigue funcionando.',
      'Si no pusiste tú esa contraseña, elige otra ahora mismo: cierra todas las sesiones.',
    ],
    button: { label: 'Elegir otra contraseña', href: person.link },
    smallPrint: 'Si fuiste tú, no hace falta hacer nada.',
  })
}
