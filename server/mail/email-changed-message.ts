import { messageOf } from './layout.ts'
import type { Message } from './mail.ts'

/** To the old address, at the request. `link`: a new password. */
export function emailChangeAskedMessage(person: {
  email: string
  firstName: string
  link: string
}): Message {
  return messageOf({
    to: person.email,
    subject: 'Pediste cambiar el email de tu cuenta de Entre Todos',
    title: 'Tu cuenta va a usar otro email',
    preview: 'Si no fuiste tú, cambia tu contraseña ahora mismo.',
    paragraphs: [
      `Hola, ${person.firstName}:`,
      'Alguien que conoce tu contraseña pidió que tu cuenta use otra dirección. El cambio se hace cuando la confirme desde allí.',
      'Si no fuiste tú, cambia tu contraseña ahora mismo: así el cambio no se hace.',
    ],
    button: { label: 'No fui yo', href: person.link },
    smallPrint: 'Si fuiste tú, no hace falta hacer nada.',
  })
}

/** To the old address, after the change. `link`: where to find help. */
export function emailChangedMessage({ email, link }: { email: string; link: string }): Message {
  return messageOf({
    to: email,
    subject: 'Tu cuenta de Entre Todos usa otro email',
    title: 'Cambiaste el email de tu cuenta',
    preview: 'Esta dirección ya no entra a tu cuenta.',
    paragraphs: [
      'Hola:',
      'Tu cuenta de Entre Todos usa desde ahora otra dirección, y cerramos tus otras sesiones.',
      'Si no fuiste tú, escríbenos cuanto antes.',
    ],
    button: { label: 'No fui yo', href: link },
    smallPrint: 'Si fuiste tú, no hace falta hacer nada. A esta dirección no te escribimos más.',
  })
}
