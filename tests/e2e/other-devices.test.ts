/* Rows that another device changes while the organiser works on them. */
import { expect, ONLINE, test } from './fixtures.ts'
import { mutate, report } from './steps.ts'

test.use(ONLINE)

test('a row that another device verifies gives the focus to no button that verifies the next one', async ({
  lucia,
  gift,
}) => {
  const ids: string[] = []
  for (const contributorName of ['Ana Paz', 'Beto Paz', 'Carla Sosa'])
    ids.push(await report(lucia, gift, { contributorName }))
  await lucia.goto(`/colecta/${gift}?estado=por-verificar`)
  const verify = lucia.getByRole('button', { name: 'Acreditar', exact: true })
  await expect(verify).toHaveCount(3)
  await verify.nth(1).focus()
  await mutate(lucia, 'set-contribution-state', { id: ids[1], state: 'verified' })
  await expect(verify).toHaveCount(2)
  await expect(lucia.getByRole('button', { name: 'Ana Paz', exact: true })).toBeFocused()
  await lucia.keyboard.press('Enter')
  await expect(lucia.getByRole('dialog', { name: 'Detalles del Aporte' })).toBeVisible()
})
