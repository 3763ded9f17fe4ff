import { links } from '../../../shared/links.ts'
import { ButtonLink } from '../../components/button.tsx'
import { Note } from '../../components/note.tsx'
import { AccountPage } from '../../features/account/account-page.tsx'
import type { Introduction } from '../../features/account/introduction.ts'
import { useRedirect } from '../../features/account/use-redirect.ts'

/** On to signing in, in a moment or at once. */
export function PasswordChanged({ email }: { email: string }) {
  useRedirect(links.login(), { email } satisfies Introduction)
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
