import { describe, expect, it } from 'vitest'
import { createOpenStreams } from '../../server/domain/sync/open-streams.ts'

const PER_ADDRESS = 30

/** Opens streams by name, and collects the names of those that were ended. */
function build() {
  const streams = createOpenStreams(PER_ADDRESS)
  const ended: string[] = []
  let sessions = 0
  return {
    ended,
    open(name: string, { person = name, session = `s${++sessions}`, address = '192.0.2.1' } = {}) {
      return streams.add({ session, person, address }, () => ended.push(name))
    },
  }
}

describe('[S6] open streams', () => {
  it('are limited to eight for a session: one more ends the oldest', () => {
    const { open, ended } = build()
    for (let n = 1; n <= 10; n++) open(`Ana ${n}`, { person: 'Ana', session: 'phone' })
    expect(ended).toEqual(['Ana 1', 'Ana 2'])
  })

  it('are limited to twenty for a person, on all devices together', () => {
    const { open, ended } = build()
    for (let n = 1; n <= 21; n++) open(`Ana ${n}`, { person: 'Ana' })
    open('Bruno')
    expect(ended).toEqual(['Ana 1'])
  })

  it('over the limit of an address: the oldest stream of the person with most of them there ends', () => {
    const { open, ended } = build()
    open('Bruno')
    for (let n = 1; n <= 3; n++) open(`Ana ${n}`, { person: 'Ana' })
    for (let n = 5; n <= PER_ADDRESS; n++) open(`neighbour ${n}`)
    expect(ended).toEqual([])
    open('Cora')
    open('Dina')
    expect(ended).toEqual(['Ana 1', 'Ana 2'])
    open('Eva')
    expect(ended).toEqual(['Ana 1', 'Ana 2', 'Bruno'])
    open('Fina', { address: '198.51.100.1' })
    expect(ended).toHaveLength(3)
  })

  it('no longer count after their client closes them', () => {
    const { open, ended } = build()
    const closed = open('Ana 1', { person: 'Ana', session: 'phone' })
    for (let n = 2; n <= 8; n++) open(`Ana ${n}`, { person: 'Ana', session: 'phone' })
    closed()
    open('Ana 9', { person: 'Ana', session: 'phone' })
    expect(ended).toEqual([])
  })
})
