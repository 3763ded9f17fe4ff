/* The texts of the e-mails about accounts (A3) and connected Mercado Pago accounts. domain/emails.ts composes them. */

import type { Email } from './layout.ts'

export const CONFIRMATION: Email = {
  subject: 'Confirma tu email en Entre Todos',
  title: 'Confirma tu email',
  preview: 'Un paso más y tu cuenta queda lista.',
  paragraphs: [
    'Creaste una cuenta en Entre Todos. Para empezar a usarla, confirma que este email es tuyo.',
  ],
  button: 'Confirmar email',
  smallPrint:
    'El enlace funciona durante 24 horas. Si no creaste esta cuenta, ignora este mensaje.',
}

export const RECOVERY: Email = {
  subject: 'Elige una nueva contraseña en Entre Todos',
  title: 'Elige una nueva contraseña',
  preview: 'El enlace funciona durante 60 minutos.',
  paragraphs: ['Pediste cambiar tu contraseña de Entre Todos. Elige una nueva con este enlace.'],
  button: 'Elegir contraseña',
  smallPrint:
    'El enlace funciona durante 60 minutos. Si no lo pediste, ignora este mensaje: tu contraseña sigue igual.',
}

export const PASSWORD_CHANGED: Email = {
  subject: 'Cambiaste tu contraseña de Entre Todos',
  title: 'Tu contraseña cambió',
  preview: 'Si no fuiste tú, elige otra ahora mismo.',
  paragraphs: [
    'Tu contraseña de Entre Todos cambió, y cerramos tus otras sesiones.',
    'Si no fuiste tú, elige otra ahora mismo.',
  ],
  button: 'No fui yo',
  smallPrint: 'Si fuiste tú, no hace falta hacer nada.',
}

export const GOOGLE_JOINED: Email = {
  subject: 'Ahora entras también con Google en Entre Todos',
  title: 'Google quedó unido a tu cuenta',
  preview: 'Si no fuiste tú, elige otra contraseña ahora mismo.',
  paragraphs: [
    'Desde ahora entras a tu cuenta de Entre Todos también con tu cuenta de Google. Tu contraseña sigue funcionando.',
    'Si no pusiste tú esa contraseña, elige otra ahora mismo: cierra todas las sesiones.',
  ],
  button: 'Elegir otra contraseña',
  smallPrint: 'Si fuiste tú, no hace falta hacer nada.',
}

/** Sent to the new address. */
export const EMAIL_CHANGE: Email = {
  subject: 'Confirma tu nuevo email en Entre Todos',
  title: 'Confirma tu nuevo email',
  preview: 'Un paso más y tu cuenta usa esta dirección.',
  paragraphs: [
    'Pediste que esta sea la dirección de tu cuenta de Entre Todos. Confirma que es tuya.',
  ],
  button: 'Confirmar nuevo email',
  smallPrint:
    'El enlace funciona durante 24 horas. Si no pediste este cambio, ignora este mensaje.',
}

/** Sent to the old address when the change is requested. */
export const EMAIL_CHANGE_ASKED: Email = {
  subject: 'Pediste cambiar el email de tu cuenta de Entre Todos',
  title: 'Tu cuenta va a usar otro email',
  preview: 'Si no fuiste tú, cambia tu contraseña ahora mismo.',
  paragraphs: [
    'Alguien que conoce tu contraseña pidió que tu cuenta use otra dirección. El cambio se hace cuando la confirme desde allí.',
    'Si no fuiste tú, cambia tu contraseña ahora mismo: así el cambio no se hace.',
  ],
  button: 'No fui yo',
  smallPrint: 'Si fuiste tú, no hace falta hacer nada.',
}

/** Sent to the old address after the change. */
export const EMAIL_CHANGED: Email = {
  subject: 'Tu cuenta de Entre Todos usa otro email',
  title: 'Cambiaste el email de tu cuenta',
  preview: 'Esta dirección ya no entra a tu cuenta.',
  paragraphs: [
    'Tu cuenta de Entre Todos usa desde ahora otra dirección, y cerramos tus otras sesiones.',
    'Si no fuiste tú, escríbenos cuanto antes.',
  ],
  button: 'No fui yo',
  smallPrint: 'Si fuiste tú, no hace falta hacer nada. A esta dirección no te escribimos más.',
}

export const ACCOUNT_DELETED: Email = {
  subject: 'Eliminamos tu cuenta de Entre Todos',
  title: 'Tu cuenta ya no existe',
  preview: 'Borramos tus datos y tus colectas.',
  paragraphs: [
    'Como lo pediste, eliminamos tu cuenta de Entre Todos, con tus datos y tus colectas.',
    'Los aportes que hiciste a colectas de otras personas siguen en sus listas, sin tu email.',
  ],
  button: 'Ir a Entre Todos',
  smallPrint: 'Este es el último mensaje que te enviamos.',
}

export const sellerConnected = (account: string): Email => ({
  subject: 'Tus colectas cobran con Mercado Pago',
  title: 'Conectaste tu cuenta de Mercado Pago',
  preview: 'Si no fuiste tú, desconéctala ahora mismo.',
  paragraphs: [
    `Lo que se paga con Mercado Pago en tus colectas va desde ahora a ${account}.`,
    'Si no la conectaste tú, desconéctala ahora mismo y cambia tu contraseña.',
  ],
  button: 'Ver mi perfil',
  smallPrint: 'Si fuiste tú, no hace falta hacer nada.',
})

export const sellerBroken = (account: string): Email => ({
  subject: 'Tus colectas ya no cobran con Mercado Pago',
  title: 'Conecta otra vez tu cuenta de Mercado Pago',
  preview: 'Mercado Pago ya no nos deja cobrar para ti.',
  paragraphs: [
    `Mercado Pago ya no nos deja cobrar con ${account}. Pasa, por ejemplo, si cambiaste tu contraseña ahí o quitaste el permiso.`,
    'Tus colectas siguen abiertas y aceptan transferencias. Para cobrar también con Mercado Pago, conecta tu cuenta otra vez.',
  ],
  button: 'Conectar otra vez',
  smallPrint: 'Si la desconectaste a propósito, no hace falta hacer nada.',
})
