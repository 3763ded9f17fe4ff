import { newId } from '../../shared/id.ts'

/** `turn` makes the report unique. */
export function guestReport(turn: number) {
  return {
    id: newId(),
    contributorName: `Julieta Ñandú ${turn}`,
    contributorEmail: `julieta.${turn}@example.com`,
    amount: 15_000_00,
    paymentMethod: 'Transferencia' as const,
    message: 'Para el regalo de la seño Marta',
    hasReceipt: true,
  }
}
