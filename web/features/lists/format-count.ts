const COUNT = new Intl.NumberFormat('es-AR')

export function formatCount(count: number): string {
  return COUNT.format(count)
}
