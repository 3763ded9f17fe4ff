import { messageOf } from './layout.ts'
import type { Message } from './mail.ts'

/** `link`: how to act if it was somebody else. */
export function sellerConnectedMessage(person: {
  email: string
  firstName: string
  account: string
  link: string
}): Message {
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
