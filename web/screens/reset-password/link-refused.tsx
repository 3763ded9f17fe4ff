import { links } from '../../../shared/links.ts'
import { useInstallation } from '../../api/installation.ts'
import { ButtonLink } from '../../components/button.tsx'
import { AccountPage } from '../../features/account/account-page.tsx'

/** The link is no good: ask for another, go back, or write to somebody. */
export function LinkRefused({ lead }: { lead: string }) {
  const supportEmail = useInstallation()?.supportEmail
  return (
    <AccountPage
      title="El enlace no sirve"
      lead={lead}
      foot={
        supportEmail && (
          <>
            ¿Necesitas ayuda? Escribe a <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
          </>
        )
      }
    >
      <ButtonLink to={links.forgotPassword()} replace variant="primary" size="lg" block>
        Solicitar un nuevo enlace
      </ButtonLink>
      <ButtonLink to={links.login()} replace size="lg" block>
        Volver al login
      </ButtonLink>
    </AccountPage>
  )
}
