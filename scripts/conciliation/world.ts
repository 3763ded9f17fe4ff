/* A test case of `npm run conciliate`: an organiser, their account, and contributions whose transfers are to be found. */
import { z } from 'zod'
import { propose } from '../../shared/conciliation/propose.ts'
import { readStatements, type StatementFile } from '../../shared/conciliation/read-statements.ts'
import type { WaitingContribution } from '../../shared/conciliation/waiting-contribution.ts'
import { today } from '../../shared/dates.ts'

const person = z.object({ name: z.string(), cuit: z.string().nullish() })

const contribution = z.object({
  id: z.string(),
  contributorName: z.string(),
  amount: z.number(),
  paymentMethod: z.string(),
  paymentDate: z.string(),
  state: z.string().optional(),
  verifiedAt: z.string().nullish(),
  deletedAt: z.string().nullish(),
  operationNumber: z.string().nullish(),
  payerCuit: z.string().nullish(),
  payerName: z.string().nullish(),
  uniqueAmount: z.boolean().nullish(),
})

const world = z.object({
  organiser: person,
  account: z.string().nullish(),
  contributions: z.array(contribution),
})

export type ConciliationWorld = z.infer<typeof world>

export function readWorld(json: string): ConciliationWorld {
  return world.parse(JSON.parse(json))
}

/** Matches statements with the contributions, as the browser does. Returns what the script writes. */
export async function conciliateWorld(world: ConciliationWorld, files: readonly StatementFile[]) {
  const { organiser, account } = world
  const { lines, problems, unknown } = await readStatements(files, { account: account ?? '' })
  const proposals = propose(lines, waitingIn(world), {
    names: [organiser.name],
    cuits: organiser.cuit ? [organiser.cuit] : [],
  })
  return {
    lines: lines.map(({ line, day, amount, name, cuit, reference }) => ({
      line,
      date: day,
      amount,
      name,
      cuit,
      reference,
    })),
    proposals: proposals.map(({ isAutomatic, ...rest }) => ({ ...rest, automatic: isAutomatic })),
    problems: [
      ...problems,
      ...unknown.map(({ file }) => `No conocemos las columnas de «${file}».`),
    ],
  }
}

/** Returns the contributions by transfer that are not verified. */
export function waitingIn({ contributions }: ConciliationWorld): WaitingContribution[] {
  return contributions
    .filter(
      ({ paymentMethod, state, verifiedAt, deletedAt }) =>
        paymentMethod === 'Transferencia' && state !== 'verified' && !verifiedAt && !deletedAt,
    )
    .map((one) => ({
      id: one.id,
      amount: one.amount,
      reportedOn: today(new Date(one.paymentDate)),
      names: [one.contributorName, one.payerName ?? ''].filter((name) => name !== ''),
      operationNumber: one.operationNumber ?? null,
      cuit: one.payerCuit?.replace(/\D/g, '') || null,
      isUnique: one.uniqueAmount === true,
    }))
}
