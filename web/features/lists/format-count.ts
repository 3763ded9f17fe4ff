const COUNT = new Intl.NumberFormat('es-AR')

/** How many there are, as it is written here: 1284 -> '1.284'. */
export function formatCount(count: number): string {
  return COUNT.format(count)
}
