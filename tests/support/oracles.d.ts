/* Types of two libraries with which the tests of the conciliation compare its results. */

declare module 'munkres-js' {
  export default function munkres(costs: number[][]): [row: number, column: number][]
}

declare module 'talisman/metrics/jaro-winkler.js' {
  export default function jaroWinkler(a: string, b: string): number
}
