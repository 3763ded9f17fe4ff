import { expect, it } from 'vitest'
import { createWorld, Stuck } from '../../scripts/simulate/world.ts'
import { HOUR, SECOND } from '../../shared/time.ts'

const world = () => createWorld(1, 50)

it('lets time pass until the script ends, which goes on after everything else of that moment', async () => {
  const { play, pass, after, now } = world()
  const began = now().getTime()
  const happened: string[] = []
  await play(async () => {
    after(HOUR, () => {
      happened.push('event')
      after(0, () => happened.push('its consequence'))
    })
    await pass(HOUR)
    happened.push('script')
  })
  expect(happened).toEqual(['event', 'its consequence', 'script'])
  expect(now().getTime() - began).toBe(HOUR)
})

it('lets time pass while the script waits for something that only time brings', async () => {
  const { play, after } = world()
  await play(() => new Promise<void>((resolve) => after(SECOND, resolve)))
})

it.each<[string, (world: ReturnType<typeof createWorld>) => Promise<void>]>([
  ['the script waits for something that does not happen', forever],
  ['work does not end while no time passes', ({ busy }) => busy(forever)],
  [
    'one moment does not end',
    ({ after, pass }) => {
      const again = () => void after(0, again)
      again()
      return pass(SECOND)
    },
  ],
])('ends a run that does not go on: %s', async (why, script) => {
  const { play, ...rest } = world()
  const run = play(() => script({ play, ...rest }))
  await expect(run).rejects.toThrow(Stuck)
  await expect(run).rejects.toThrow(`Stuck: ${why}`)
})

it('ends a run with its first fault', async () => {
  const { play, pass, after, fault } = world()
  const run = play(async () => {
    after(SECOND, () => fault(new Error('Went back')))
    await pass(HOUR)
  })
  await expect(run).rejects.toThrow('Went back')
})

function forever(): Promise<never> {
  return new Promise(() => {})
}
