import * as accounts from '../../../shared/api/accounts.ts'
import { AppError } from '../../../shared/errors.ts'
import { links } from '../../../shared/links.ts'
import { request } from '../../api/request.ts'
import { ButtonLink } from '../../components/button.tsx'
import { AccountPage } from '../../features/account/account-page.tsx'
import type { Introduction } from '../../features/account/introduction.ts'
import { MailLinkButton } from '../../features/account/mail-link-button.tsx'
import { useMailLink } from '../../features/account/use-mail-link.ts'
import { LinkExpired } from './link-expired.tsx'

/** Where the mail's link leads. */
export function ConfirmEmail() {
  const { state, use } = useMailLink(confirmEmail)

  switch (state.name) {
    case 'ready':
    case 'busy':
      return (
        <AccountPage title="Confirma tu email" lead="Un último paso para activar tu cuenta.">
          <MailLinkButton state={state} onUse={use}>
            Confirmar mi email
          </MailLinkButton>
        </AccountPage>
      )
    case 'used':
      return (
        <AccountPage title="¡Email confirmado!" lead="Tu cuenta está activa. Ya puedes entrar.">
          <ButtonLink
            to={links.login()}
            state={{ email: state.answer, confirmed: true } satisfies Introduction}
            replace
            variant="primary"
            size="lg"
            block
          >
            Iniciar sesión
          </ButtonLink>
        </AccountPage>
      )
    case 'expired':
      return <LinkExpired />
  }
}

/** The confirmed address; undefined where it was confirmed before. */
async function confirmEmail(token: string): Promise<string | undefined> {
  try {
    return (await request(accounts.confirmEmail, { input: { token } })).email
  } catch (error) {
    if (error instanceof AppError && error.code === 'already-confirmed') return undefined
    throw error
  }
}
