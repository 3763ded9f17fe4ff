import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { namedMutation } from '../../shared/named-mutation.ts'
import type { Transaction } from '../../shared/sql.ts'

/* The server takes the changes of older releases: tests/server/mutations.test.ts. */
describe('a mutation whose arguments have changed', () => {
  const actor = { personId: 'lucia', now: new Date() }
  const tx = {} as Transaction
  const run = vi.fn(async () => {})
  const rename = namedMutation({
    name: 'rename',
    args: z.object({ reason: z.string() }),
    upgrades: [
      (args) => ({ title: z.string().parse(args) }),
      (args) => ({ reason: z.object({ title: z.string() }).parse(args).title }),
    ],
    run,
  })

  it('reads arguments without a version as the present ones', async () => {
    expect(rename.version).toBe(3)
    await rename.apply(tx, { reason: 'Viaje' }, actor)
    expect(run).toHaveBeenLastCalledWith(tx, { reason: 'Viaje' }, actor)
  })

  it('rejects arguments that no release made', async () => {
    run.mockClear()
    await expect(rename.apply(tx, 5, actor, 1)).rejects.toMatchObject({
      code: 'invalid-input',
      message: 'Los datos no son válidos.',
      cause: expect.any(Error),
    })
    expect(run).not.toHaveBeenCalled()
  })
})
