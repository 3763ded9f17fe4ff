/** 2_411_724 -> '2,4 MB', 8_300 -> '8,3 kB' */
export function formatSize(bytes: number): string {
  if (bytes >= GIGABYTE) return `${AMOUNT.format(bytes / GIGABYTE)}\u00a0GB`
  return bytes >= MEGABYTE
    ? `${AMOUNT.format(bytes / MEGABYTE)}\u00a0MB`
    : `${AMOUNT.format(Math.max(bytes, 100) / 1000)}\u00a0kB`
}

const MEGABYTE = 1_000_000
const GIGABYTE = 1000 * MEGABYTE
const AMOUNT = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 1 })
