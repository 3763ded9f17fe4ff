import { messageOf } from './layout.ts'
import type { Message } from './mail.ts'

export interface Recipient {
  email: string
  firstName: string
  /** Of the message's button. */
  link: string
}

/** To a new person (A3). */
export function confirmationMessage(person: Recipient): Message {
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

export function recoveryMessage(person: Recipient): Message {
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

export function passwordChangedMessage(person: Recipient): Message {
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

export function googleJoinedMessage(person: Recipient): Message {
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

/** To the new address. */
export function emailChangeMessage(person: Recipient): Message {
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

/** To the old address, at the request. */
export function emailChangeAskedMessage(person: Recipient): Message {
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

/** To the old address, after the change. */
export function emailChangedMessage({ email, link }: Omit<Recipient, 'firstName'>): Message {
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

export function accountDeletedMessage({ email, link }: Omit<Recipient, 'firstName'>): Message {
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

export function sellerConnectedMessage(person: Recipient & { account: string }): Message {
  return messageOf({
    to: person.email,
    subject: 'Tus colectas cobran con Mercado Pago',
    title: 'Conectaste tu cuenta de Mercado Pago',
    preview: 'Si no fuiste tú, desconéctala ahora mismo.',
    paragraphs: [
      `Hola, ${person.firstName}:`,
      `Lo que se paga con Mercado Pago en tus colectas va desde ahora a ${person.account}.`,
      'Si no la conectaste tú, desconéctala ahora mismo y cambia tu contraseña.',
    ],
    button: { label: 'Ver mi perfil', href: person.link },
    smallPrint: 'Si fuiste tú, no hace falta hacer nada.',
  })
}

export function sellerBrokenMessage(person: Recipient & { account: string }): Message {
  return messageOf({
    to: person.email,
    subject: 'Tus colectas ya no cobran con Mercado Pago',
    title: 'Conecta otra vez tu cuenta de Mercado Pago',
    preview: 'Mercado Pago ya no nos deja cobrar para ti.',
    paragraphs: [
      `Hola, ${person.firstName}:`,
      `Mercado Pago ya no nos deja cobrar con ${person.account}. Pasa, por ejemplo, si cambiaste tu contraseña ahí o quitaste el permiso.`,
      'Tus colectas siguen abiertas y aceptan transferencias. Para cobrar también con Mercado Pago, conecta tu cuenta otra vez.',
    ],
    button: { label: 'Conectar otra vez', href: person.link },
    smallPrint: 'Si la desconectaste a propósito, no hace falta hacer nada.',
  })
}
