import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { AppError } from '../../../shared/errors.ts'
import { links } from '../../../shared/links.ts'
import { request } from '../../api/request.ts'
import { Button } from '../../components/button.tsx'
import { ButtonLink } from '../../components/button-link.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { AccountPage } from '../../features/account/account-page.tsx'
import type { Introduction } from '../../features/account/introduction.ts'
import { LinkExpired } from './link-expired.tsx'

type Confirming =
  | { name: 'ready'; failure: string | null }
  | { name: 'busy' }
  | { name: 'confirmed'; email: string | undefined }
  | { name: 'expired' }

/** Where the mail's link leads. Opening it uses nothing up: the button does (A3). */
export function ConfirmEmail() {
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const [state, setState] = useState<Confirming>(
    token === '' ? { name: 'expired' } : { name: 'ready', failure: null },
  )
  const asking = useRef(false)

  async function confirm() {
    if (asking.current) return
    asking.current = true
    setState({ name: 'busy' })
    setState(await redeem(token))
    asking.current = false
  }

  switch (state.name) {
    case 'ready':
    case 'busy':
      return (
        <AccountPage title="Confirma tu email" lead="Un último paso para activar tu cuenta.">
          {state.name === 'ready' && state.failure && <ErrorSummary title={state.failure} />}
          <Button
            variant="primary"
            size="lg"
            block
            busy={state.name === 'busy'}
            busyText="Confirmando…"
            onClick={() => void confirm()}
          >
            Confirmar mi email
          </Button>
        </AccountPage>
      )
    case 'confirmed':
      return (
        <AccountPage title="¡Email confirmado!" lead="Tu cuenta está activa. Ya puedes entrar.">
          <ButtonLink
            to={links.login()}
            state={{ email: state.email, confirmed: true } satisfies Introduction}
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

async function redeem(token: string): Promise<Confirming> {
  try {
    const { email } = await request<{ email: string }>('POST', '/api/email/confirm', { token })
    return { name: 'confirmed', email }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'already-confirmed') return { name: 'confirmed', email: undefined }
    if (error.code === 'link-expired') return { name: 'expired' }
    return { name: 'ready', failure: error.message }
  }
}
