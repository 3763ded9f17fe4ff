import { beforeAll, describe, expect, it } from 'vitest'
import { changes, receipts, searches, streams } from '../../scripts/load/attacks/attacks.ts'
import { type Attacked, runAttacks } from '../../scripts/load/attacks/run-attacks.ts'

/* `npm run load -- --attack` for some seconds: limits stop the attacker, and everybody else is served. */

const SECONDS = 5
const STREAMS_A_MINUTE = 200

describe('a site that one account attacks', () => {
  let played: Attacked[]
  const of = ({ name }: { name: string }) => {
    const one = played.find((attacked) => attacked.name === name)
    if (!one) throw new Error('It was played')
    return one
  }

  // Four attacks, and a server that starts.
  beforeAll(async () => {
    const attacks = [streams, changes, searches, receipts]
    played = await runAttacks({ kind: 'embedded', seconds: SECONDS, attacks })
  }, 120_000)

  it('serves all other people', () => {
    for (const { name, others } of played) {
      expect(others.failed, name).toBe(0)
      expect(others.requests, name).toBeGreaterThan(0)
    }
  })

  it('opens at most 200 streams a minute, and ends the oldest of a session', () => {
    const { counts } = of(streams)
    expect(counts.get('stream: 200')).toBeLessThanOrEqual(STREAMS_A_MINUTE)
    expect(counts.get('stream: 429') ?? 0).toBeGreaterThan(0)
    expect(counts.get('too-many-streams') ?? 0).toBeGreaterThan(0)
  })

  it('accepts no more than 200 MB of receipts from an address', () => {
    const { counts } = of(receipts)
    expect(counts.get('receipt: 201') ?? 0).toBeLessThanOrEqual(20)
    const kinds = ['report: 201', 'report: 429', 'receipt: 201', 'receipt: 429']
    expect([...counts.keys()].filter((what) => !kinds.includes(what))).toEqual([])
  })

  it('refuses requests above a person’s limit of concurrent ones', () => {
    for (const attack of [changes, searches]) {
      const { counts } = of(attack)
      expect(counts.get('429'), attack.name).toBeGreaterThan(0)
      expect([...counts.keys()].filter((status) => !['200', '429'].includes(status))).toEqual([])
    }
  })
})
