import { useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { AppError } from '../../../shared/errors.ts'
import { tokenIn } from '../../../shared/links.ts'
import { Button } from '../../components/button.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'

type MailLink<Answer> =
  | { name: 'ready'; failure: string | null }
  | { name: 'busy' }
  | { name: 'used'; answer: Answer }
  | { name: 'expired' }

/** Opening the page does not use the token up; pressing the button does (A3). */
export function useMailLink<Answer>(redeem: (token: string) => Promise<Answer>) {
  const token = tokenIn(useLocation())
  const [state, setState] = useState<MailLink<Answer>>(() => unused(token))
  const asking = useRef(false)
  // Another link in the same tab changes only the fragment, and the page stays mounted.
  const [shown, setShown] = useState(token)
  if (shown !== token) {
    setShown(token)
    setState(unused(token))
  }

  async function use() {
    if (asking.current) return
    asking.current = true
    setState({ name: 'busy' })
    try {
      setState({ name: 'used', answer: await redeem(token) })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      setState(
        isLinkExpired(error) ? { name: 'expired' } : { name: 'ready', failure: error.message },
      )
    } finally {
      asking.current = false
    }
  }

  return { state, use: () => void use() }
}

/** A link with a mistake in it counts as expired. */
export function isLinkExpired({ code }: AppError): boolean {
  return code === 'link-expired' || code === 'invalid-input'
}

function unused(token: string): { name: 'expired' } | { name: 'ready'; failure: null } {
  return token === '' ? { name: 'expired' } : { name: 'ready', failure: null }
}

interface MailLinkButtonProps {
  state: Extract<MailLink<unknown>, { name: 'ready' | 'busy' }>
  onUse: () => void
  children: string
}

export function MailLinkButton({ state, onUse, children }: MailLinkButtonProps) {
  return (
    <>
      {state.name === 'ready' && state.failure && <ErrorSummary title={state.failure} />}
      <Button main busy={state.name === 'busy'} busyText="Confirmando…" onClick={onUse}>
        {children}
      </Button>
    </>
  )
}
