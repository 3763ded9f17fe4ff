const COUNT = new Intl.NumberFormat('es-AR')

/** 1284 -> '1.284' */
export function formatCount(count: number): string {
  return COUNT.format(count)
}
