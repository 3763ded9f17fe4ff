/* The page that helps to find a fault: what it shows, what its SQL may do, and what is copied from it. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { LUCIA } from './people.ts'
import { clipboardOf, expectSync, GIFT, registerContribution } from './steps.ts'
import { untilStored } from './until-stored.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('shows pending changes offline, runs SQL queries, refuses writes, and copies no personal data', {
  tag: '@sweep',
}, async ({ lucia, gift, server }) => {
  test.slow(true, 'a replica that is opened twice, and many queries')
  const { user } = await (await lucia.request.get(`${server.origin}/api/session`)).json()
  await lucia.goto(`/colecta/${gift}/aportar`)
  await untilStored(lucia)
  await lucia.context().setOffline(true)
  await registerContribution(lucia, 'Abuela Nélida')
  await expectSync(lucia, /1 cambio por enviar/)

  await lucia.goto('/profile/edit')
  await lucia.getByRole('link', { name: 'Diagnóstico' }).click()
  await expect(lucia.getByRole('heading', { name: 'Diagnóstico', level: 1 })).toBeVisible()
  await expect(lucia.getByRole('definition').filter({ hasText: 'Sin conexión' })).toBeVisible()
  await expect(lucia.getByRole('row', { name: /^contributions 1 / })).toBeVisible()

  const queue = lucia.getByRole('region', { name: 'Cambios por enviar' })
  await expect(queue.getByText('Espera')).toBeVisible()
  await expect(queue.getByText('Abuela Nélida')).toBeHidden()
  await queue.getByText('add-manual-contribution').click()
  await expect(queue.getByText('Abuela Nélida')).toBeVisible()

  await ask(lucia, 'select contributor_name from contributions')
  const answer = lucia.getByRole('region', { name: 'Resultado de la consulta' })
  await expect(answer.getByRole('cell')).toHaveText(['Abuela Nélida'])
  await ask(lucia, 'select * from generate_series(1, 100000)')
  await expect(lucia.getByText('Las primeras 200 filas; hay más.')).toBeVisible()
  for (const [write, message] of WRITES) {
    await ask(lucia, write)
    await expect(lucia.getByLabel('Consulta', { exact: true })).toHaveAccessibleDescription(message)
  }
  await ask(lucia, 'select count(*) from contributions')
  await expect(answer.getByRole('cell')).toHaveText(['1'])

  await lucia.getByRole('button', { name: 'Copiar diagnóstico' }).click()
  await expect(lucia.getByRole('button', { name: '¡Diagnóstico copiado!' })).toBeVisible()
  const text = await clipboardOf(lucia)
  expect(JSON.parse(text)).toMatchObject({
    replica: 'ready',
    connection: 'offline',
    cursor: { epoch: expect.stringMatching(/^[0-9a-f-]{36}$/), mark: expect.any(String) },
    queue: [{ name: 'add-manual-contribution', refused: null }],
    faults: expect.arrayContaining([
      expect.objectContaining({ message: expect.stringMatching(/^unavailable/) }),
    ]),
  })
  const { title, description, bankAccount, accountIdentifier } = GIFT
  const personal = [user.id, gift, LUCIA.email, LUCIA.firstName, LUCIA.lastName, 'Nélida']
  for (const word of [...personal, title, description, bankAccount, accountIdentifier]) {
    expect(text).not.toContain(word)
  }

  await lucia.context().setOffline(false)
  await expectSync(lucia, 'Al día')
  await expect(queue.getByText('No hay ninguno')).toBeVisible()
  await expect(lucia.getByRole('definition').filter({ hasText: 'En línea' })).toBeVisible()
})

test('a device without a replica shows that it has none, and offers no query', async ({
  lucia,
}) => {
  await lucia.addInitScript(() => Object.defineProperty(window, 'Worker', { value: undefined }))
  await lucia.goto('/perfil/diagnostico')
  await expect(lucia.getByText('Este dispositivo no guarda una copia.')).toBeVisible()
  await expect(lucia.getByText('Falta Worker')).toBeVisible()
  await expect(lucia.getByRole('button', { name: 'Consultar' })).toBeDisabled()
  await lucia.getByRole('button', { name: 'Copiar diagnóstico' }).click()
  expect(JSON.parse(await clipboardOf(lucia))).toMatchObject({
    replica: 'none',
    features: { Worker: false },
  })
})

test('the diagnosis needs a sign-in', async ({ guest }) => {
  await guest.goto('/perfil/diagnostico')
  await expect(guest).toHaveURL(/\/login\?returnTo=%2Fperfil%2Fdiagnostico$/)
})

const WRITES: [write: string, message: RegExp][] = [
  ['delete from contributions', /syntax error/],
  [
    'with gone as (delete from contributions returning id) select * from gone',
    /DECLARE CURSOR must not contain data-modifying statements/,
  ],
  ['call undo_mutations(array[]::uuid[])', /syntax error/],
  ['select pg_terminate_backend(pg_backend_pid())', /permission|terminate/],
  ["select set_config('transaction_read_only', 'off', true)", /read-write mode must be set before/],
  ['explain analyze delete from contributions', /read-only transaction|permission denied/],
  ['select 1; commit; delete from contributions', /multiple commands/],
  ['select lo_create(0)', /read-only transaction/],
]

async function ask(page: Page, query: string): Promise<void> {
  await page.getByLabel('Consulta', { exact: true }).fill(query)
  await page.getByRole('button', { name: 'Consultar' }).click()
  await expect(page.getByRole('button', { name: 'Consultar' })).not.toHaveAttribute('aria-busy')
}
