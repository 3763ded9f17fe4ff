import { setImmediate as eventLoopTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { limitByKey } from '../../../server/data/limit-by-key.ts'

it('runs at most the limit of each key at a time, in the order of their calls', async () => {
  const inTurn = limitByKey(2)
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const add = (key: string, name: string) =>
    inTurn(key, () => {
      started.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await eventLoopTurn()
  }

  const works = ['a', 'b', 'c', 'd'].map((name) => add('lucia', name))
  works.push(add('bruno', 'x'))
  await eventLoopTurn()
  expect(started).toEqual(['a', 'b', 'x'])

  await end('b')
  works.push(add('lucia', 'e'))
  await eventLoopTurn()
  expect(started).toEqual(['a', 'b', 'x', 'c'])

  for (const name of ['a', 'c', 'd', 'e', 'x']) await end(name)
  expect(started).toEqual(['a', 'b', 'x', 'c', 'd', 'e'])
  await Promise.all(works)
})
