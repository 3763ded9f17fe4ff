/** Returns the logo's leaf as an SVG path in a square. `leansRight`: its tips are at the top left and bottom right. */
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
