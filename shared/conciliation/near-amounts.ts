import type { Centavos } from '../money.ts'

/** True when the amounts differ by $ 500 at most, or by 2 % of the asked one. */
export function isNear(paid: Centavos, asked: Centavos): boolean {
  return Math.abs(asked - paid) <= Math.max(500_00, asked * 0.02)
}
