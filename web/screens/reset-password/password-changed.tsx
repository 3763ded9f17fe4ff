import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { links } from '../../../shared/links.ts'
import { ButtonLink } from '../../components/button-link.tsx'
import { Note } from '../../components/note.tsx'
import { AccountPage } from '../../features/account/account-page.tsx'
import type { Introduction } from '../../features/account/introduction.ts'

/** Specification 9. */
const REDIRECT_MS = 2_000

/** On to signing in, in a moment or at once. */
export function PasswordChanged({ email }: { email: string }) {
  const navigate = useNavigate()

  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const state = { email } satisfies Introduction
    const timer = setTimeout(() => navigate(links.login(), { replace: true, state }), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <AccountPage title="¡Listo!">
      <Note tone="ok" role="status">
        Contraseña actualizada correctamente. Redirigiendo al login...
      </Note>
      <ButtonLink
        to={links.login()}
        state={{ email } satisfies Introduction}
        replace
        size="lg"
        block
      >
        Iniciar sesión ahora
      </ButtonLink>
    </AccountPage>
  )
}
