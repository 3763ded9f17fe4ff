import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { root } from '../../scripts/child.mjs'
import { freePort } from '../../scripts/free-port.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from '../../scripts/temporary-folder.ts'
import { becomePerson, expect, test } from './fixtures.ts'
import { LUCIA } from './people.ts'
import { expectSync } from './steps.ts'

test('npm run dev serves each module, the API and an empty replica, and ends with both its programs', {
  tag: '@sweep',
}, async ({ browser, contextOptions, mailbox }) => {
  test.slow(
    true,
    'Vite transforms each module when it is asked for, and fills the folder of the replica',
  )
  const [api, pages] = [await freePort(), await freePort()]
  const origin = `http://localhost:${pages}`
  const dataDir = makeTemporaryFolder()
  const { NODE_ENV: _, ...env } = process.env
  const dev = spawn(process.execPath, ['scripts/dev.mjs'], {
    cwd: root,
    env: {
      ...env,
      PORT: String(api),
      PAGES_PORT: String(pages),
      DATA_DIR: dataDir,
      SMTP_URL: mailbox.url,
    },
    stdio: 'ignore',
  })
  const ended = once(dev, 'exit')
  try {
    const device = await browser.newContext({ ...contextOptions, baseURL: origin })
    // A failed request throws too, until the server listens.
    await expect(async () => expect(await device.request.get('/api/health')).toBeOK()).toPass()

    await becomePerson(device, origin, mailbox, LUCIA)
    const lucia = await device.newPage()
    await lucia.goto('/dashboard')
    await expect(lucia.getByRole('heading', { name: 'Hola, Lucía' })).toBeVisible()
    await expectSync(lucia, 'Al día')
    await device.close()
  } finally {
    dev.kill()
  }
  expect(await ended).toEqual([0, null])
  removeTemporaryFolder(dataDir)
  await expect(fetch(`http://localhost:${api}/api/health`)).rejects.toThrow()
  await expect(fetch(origin)).rejects.toThrow()
})
