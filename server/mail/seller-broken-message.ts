import { messageOf } from './layout.ts'
import type { Message } from './mail.ts'

/** Collections take no payments with Mercado Pago until the organiser connects again. */
export function sellerBrokenMessage(person: {
  email: string
  firstName: string
  account: string
  link: string
}): Message {
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
