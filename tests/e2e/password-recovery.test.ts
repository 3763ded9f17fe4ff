import { LUCIA } from './people.ts'
import { signIn } from './steps.ts'
import { expect, test } from './world.ts'

const CHOSEN = 'otra frase larga'

test('a person who forgot their password gets a link, chooses another, and signs in with it', async ({
  guest,
  lucia,
  mailbox,
}) => {
  await guest.goto('/login')
  await guest.getByLabel('Email').fill(LUCIA.email)
  // Alive: a link of a page that waits for its script is a plain one, and takes nothing along.
  await expect(
    guest.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }),
  ).toBeEnabled()
  await guest.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
  await expect(guest.getByRole('heading', { name: 'Recuperar contraseña' })).toBeVisible()
  await expect(guest.getByLabel('Email')).toHaveValue(LUCIA.email)
  await guest.getByRole('button', { name: 'Enviar enlace' }).click()
  await expect(
    guest.getByText('¡Email enviado! Revisa tu bandeja de entrada para restablecer tu contraseña.'),
  ).toBeVisible()

  const [link = ''] = (await mailbox.waitFor(LUCIA.email)).links
  await guest.goto(link)
  await expect(guest.getByText(`Para la cuenta de ${LUCIA.email}.`)).toBeVisible()

  const password = guest.getByLabel('Nueva contraseña', { exact: true })
  const repeated = guest.getByLabel('Confirmar contraseña', { exact: true })
  await password.fill(CHOSEN)
  await repeated.fill('otra cosa')
  await guest.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(guest.getByText('Las contraseñas no coinciden').first()).toBeVisible()
  await repeated.fill(CHOSEN)
  await guest.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(
    guest.getByText('Contraseña actualizada correctamente. Redirigiendo al login...'),
  ).toBeVisible()
  await expect(guest).toHaveURL(/\/login$/)
  await expect(guest.getByLabel('Email')).toHaveValue(LUCIA.email)
  await signIn(guest, { ...LUCIA, password: CHOSEN })

  // Wherever she was signed in, she is no more (A1).
  await lucia.goto('/profile/edit')
  await expect(lucia).toHaveURL(/\/login\?returnTo=/)
  await guest.goto(link)
  await expect(
    guest.getByText('Enlace inválido o expirado. Solicita un nuevo enlace de recuperación.'),
  ).toBeVisible()
})
