import * as accounts from '../../../shared/api/accounts.ts'
import { links } from '../../../shared/links.ts'
import { request } from '../../api/request.ts'
import { loadSession, useSession } from '../../api/session.ts'
import { ButtonLink } from '../../components/button.tsx'
import { NarrowPage } from '../../components/narrow-page.tsx'
import type { AccountPageState } from '../../features/account/account-page-state.ts'
import { MailLinkButton, useMailLink } from '../../features/account/mail-link.tsx'

/** `/confirmar-nuevo-email#token`: confirms a changed address (A3). */
export function ConfirmNewEmail() {
  const session = useSession()
  const { state, use } = useMailLink(changeEmail)

  switch (state.name) {
    case 'ready':
    case 'busy':
      return (
        <NarrowPage
          title="Confirma tu nuevo email"
          lead="Desde ahora entrarás con esta dirección. Se cierran tus otras sesiones."
        >
          <MailLinkButton state={state} onUse={use}>
            Confirmar nuevo email
          </MailLinkButton>
        </NarrowPage>
      )
    case 'used':
      return (
        <NarrowPage title="Tu email cambió" lead={`Ahora entras con ${state.answer}.`}>
          <ButtonLink
            to={session.name === 'signed-in' ? links.profile() : links.login()}
            state={{ email: state.answer } satisfies AccountPageState}
            replace
            main
          >
            {session.name === 'signed-in' ? 'Ir a tu perfil' : 'Iniciar sesión'}
          </ButtonLink>
        </NarrowPage>
      )
    case 'expired':
      return (
        <NarrowPage
          title="El enlace expiró"
          lead="El enlace expiró o ya se usó. Si tu email no cambió, pide el cambio otra vez desde tu perfil."
        >
          <ButtonLink to={links.profile()} main>
            Ir a tu perfil
          </ButtonLink>
        </NarrowPage>
      )
  }
}

async function changeEmail(token: string): Promise<string> {
  const { email } = await request(accounts.confirmNewEmail, { input: { token } })
  await loadSession()
  return email
}
