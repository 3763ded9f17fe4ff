/** How far to believe a page that only read its address. */
export const HEARSAY =
  'Estos datos vienen del enlace con el que llegaste, no de nuestros registros. Esta página no confirma ni cambia ningún pago.'
