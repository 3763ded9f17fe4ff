/* Name and category of each page, by the first pattern that fits its path: a path itself could contain an id. */
import { links } from './links.ts'

export type PageCategory = 'pública' | 'cuenta' | 'aporte' | 'organización' | 'información'

export interface AnalyticsPage {
  pattern: string
  name: string
  category: PageCategory
}

const page = (pattern: string, name: string, category: PageCategory) => ({
  pattern,
  name,
  category,
})

export const ANALYTICS_PAGES: readonly AnalyticsPage[] = [
  page(links.contribute(':id'), 'Realizar un aporte', 'aporte'),
  page(links.ownContribution(':id'), 'Realizar un aporte', 'aporte'),
  page(links.paymentSuccess(), 'Pago exitoso', 'aporte'),
  page(links.paymentError(), 'Pago fallido', 'aporte'),
  page(links.paymentPending(), 'Pago pendiente', 'aporte'),
  page(links.ownReport(':id'), 'Mi aporte', 'aporte'),
  page(links.paymentCallback(), 'Vuelta del pago', 'aporte'),
  page(links.modoWebhook(), 'Aviso de MODO', 'aporte'),

  page(links.home(), 'Inicio', 'pública'),
  page(links.howItWorks(), 'Cómo funciona', 'pública'),
  page(links.testSuccessAnimation(), 'Prueba de la animación', 'pública'),
  page(links.gallery(), 'Galería de componentes', 'pública'),

  page(links.login(), 'Iniciar sesión', 'cuenta'),
  page(links.register(), 'Crear cuenta', 'cuenta'),
  page(links.authCallback(), 'Vuelta de Google', 'cuenta'),
  page(links.confirmEmail(), 'Confirmar email', 'cuenta'),
  page(links.confirmNewEmail(), 'Confirmar nuevo email', 'cuenta'),
  page(links.forgotPassword(), 'Recuperar contraseña', 'cuenta'),
  page(links.resetPassword(), 'Nueva contraseña', 'cuenta'),
  page(links.profile(), 'Perfil', 'cuenta'),
  page(links.diagnosis(), 'Diagnóstico', 'cuenta'),
  page(links.stopEmails(':id'), 'Dejar de recibir emails', 'cuenta'),
  page(links.accountDeleted(), 'Cuenta eliminada', 'cuenta'),

  page(links.dashboard(), 'Dashboard', 'organización'),
  page(links.newCollection(), 'Nueva Colecta', 'organización'),
  page(links.collection(':id'), 'Colecta', 'organización'),
  page(links.editCollection(':id'), 'Editar colecta', 'organización'),
  page(links.poster(':id'), 'Cartel', 'organización'),
  page(links.accounting(':id'), 'Rendición de cuentas', 'organización'),
  page(links.review(':id'), 'Revisar aportes', 'organización'),
  page(links.people(':id'), 'Personas', 'organización'),
  page(links.conciliate(':id'), 'Conciliar', 'organización'),
  page(links.conciliateAccount(), 'Conciliar', 'organización'),
  page(links.registerContribution(':id'), 'Registrar aporte', 'organización'),
  page(links.payments(), 'Mis Pagos', 'organización'),
  page(links.admin(), 'Administración', 'organización'),

  page(links.help(), 'Ayuda', 'información'),
  page(links.faq(), 'Preguntas frecuentes', 'información'),
  page(links.contact(), 'Contacto', 'información'),
  page(links.terms(), 'Términos', 'información'),
  page(links.privacy(), 'Privacidad', 'información'),
  page(links.cookies(), 'Cookies', 'información'),

  page('*', 'Página desconocida', 'información'),
]
