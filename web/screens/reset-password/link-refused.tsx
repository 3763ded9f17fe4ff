import { useEffect, useState } from 'react'
import { links } from '../../../shared/links.ts'
import { request } from '../../api/request.ts'
import { ButtonLink } from '../../components/button-link.tsx'
import { AccountPage } from '../../features/account/account-page.tsx'

/** The link is no good: ask for another, go back, or write to somebody. */
export function LinkRefused({ lead }: { lead: string }) {
  const supportEmail = useSupportEmail()
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

/** Null where there is none, or until it is known. */
function useSupportEmail(): string | null {
  const [email, setEmail] = useState<string | null>(null)
  useEffect(() => {
    request<{ supportEmail: string | null }>('GET', '/api/config').then(
      (config) => setEmail(config.supportEmail),
      () => undefined, // the two buttons are enough
    )
  }, [])
  return email
}
