import { expect, it } from 'vitest'
import { createScheduler, Stuck } from '../../scripts/simulate/scheduler.ts'
import { HOUR, SECOND } from '../../shared/time.ts'

const scheduler = () => createScheduler(1, 50)

it('lets time pass until the script ends, and resumes the script after all other events of a moment', async () => {
  const { run, sleep, after, now } = scheduler()
  const began = now().getTime()
  const happened: string[] = []
  await run(async () => {
    after(HOUR, () => {
      happened.push('event')
      after(0, () => happened.push('its consequence'))
    })
    await sleep(HOUR)
    happened.push('script')
  })
  expect(happened).toEqual(['event', 'its consequence', 'script'])
  expect(now().getTime() - began).toBe(HOUR)
})

it('lets time pass while the script waits for a later event', async () => {
  const { run, after } = scheduler()
  await run(() => new Promise<void>((resolve) => after(SECOND, resolve)))
})

it.each<[string, (scheduler: ReturnType<typeof createScheduler>) => Promise<void>]>([
  ['the script waits for something that does not happen', forever],
  ['work does not end while no time passes', ({ busy }) => busy(forever)],
  [
    'one moment does not end',
    ({ after, sleep }) => {
      const again = () => void after(0, again)
      again()
      return sleep(SECOND)
    },
  ],
])('ends a run that makes no progress: %s', async (why, script) => {
  const { run, ...rest } = scheduler()
  const running = run(() => script({ run, ...rest }))
  await expect(running).rejects.toThrow(Stuck)
  await expect(running).rejects.toThrow(`Stuck: ${why}`)
})

it('ends a run with its first fault', async () => {
  const { run, sleep, after, fault } = scheduler()
  const running = run(async () => {
    after(SECOND, () => fault(new Error('Went back')))
    await sleep(HOUR)
  })
  await expect(running).rejects.toThrow('Went back')
})

function forever(): Promise<never> {
  return new Promise(() => {})
}
