/** The logo's leaf in a square: two sharp corners, two rounded. `leansRight`: from top left to bottom right. */
export function leafPath(side: number, leansRight = true): string {
  const s = round(side)
  const short = round(0.3 * side)
  const long = round(0.7 * side)
  const arc = `A${long} ${long} 0 0 1`
  return leansRight
    ? `M0 0H${short}${arc} ${s} ${long}V${s}H${long}${arc} 0 ${short}Z`
    : `M${s} 0V${short}${arc} ${short} ${s}H0V${long}${arc} ${long} 0Z`
}

function round(units: number): number {
  return Math.round(units * 100) / 100
}
