import { expect, ONLINE, test } from './fixtures.ts'
import { LUCIA } from './people.ts'
import { expectText, signIn } from './steps.ts'

test.use(ONLINE)

const CHOSEN = ' Otra frase LARGA '

test('a person who forgot their password gets a link, chooses another, and signs in with it', async ({
  guest,
  lucia,
  mailbox,
}) => {
  await guest.goto('/login')
  await guest.getByLabel('Email').fill(LUCIA.email)
  // Enabled once the script runs. Before that, the link below is a plain one that does not pass the e-mail on.
  await expect(
    guest.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }),
  ).toBeEnabled()
  await guest.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
  await expect(guest).toHaveURL(/\/forgot-password$/)
  await expect(
    guest.getByRole('heading', { name: 'Recuperar contraseña', exact: true }),
  ).toBeVisible()
  await expect(guest.getByRole('textbox')).toHaveCount(1)
  await expect(guest.getByLabel('Email')).toHaveValue(LUCIA.email)
  await guest.getByRole('button', { name: 'Enviar enlace' }).click()
  await expect(guest.getByRole('main')).toContainText(
    `¡Email enviado! Revisa tu bandeja de entrada para restablecer tu contraseña.Si ${LUCIA.email} tiene`,
  )

  const [link = ''] = (await mailbox.waitFor(LUCIA.email)).links
  await guest.goto(link)
  await expect(guest).toHaveURL(/\/reset-password#token=/)
  await expect(
    guest.getByRole('heading', { name: 'Elige una nueva contraseña', exact: true }),
  ).toBeVisible()
  await expectText(guest, `Para la cuenta de ${LUCIA.email}.`)

  const password = guest.getByLabel('Nueva contraseña', { exact: true })
  const repeated = guest.getByLabel('Confirmar contraseña', { exact: true })
  await password.fill(CHOSEN)
  await repeated.fill('otra cosa')
  await guest.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(guest.getByText('Las contraseñas no coinciden').first()).toBeVisible()
  await expect(repeated).toHaveAccessibleDescription('Las contraseñas no coinciden')
  await repeated.fill(CHOSEN)
  await guest.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expectText(guest, 'Contraseña actualizada correctamente. Redirigiendo al login...')
  await expect(guest).toHaveURL(/\/login$/)
  await expect(guest.getByLabel('Email')).toHaveValue(LUCIA.email)
  await signIn(guest, { ...LUCIA, password: CHOSEN })

  // A new password ends the session of the other browser (A1).
  await lucia.goto('/profile/edit')
  await expect(lucia).toHaveURL(/\/login\?returnTo=/)
  await guest.goto(link)
  await expectText(guest, 'Enlace inválido o expirado. Solicita un nuevo enlace de recuperación.')
})
