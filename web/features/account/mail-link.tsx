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
  /** The token that is being redeemed. */
  const asking = useRef<string | null>(null)
  // Another link in the same tab changes only the fragment, and the page stays mounted.
  const [shown, setShown] = useState(token)
  if (shown !== token) {
    setShown(token)
    setState(unused(token))
  }
  const current = useRef(token)
  current.current = token

  async function use() {
    if (asking.current === token) return
    asking.current = token
    setState({ name: 'busy' })
    const state = await outcomeOf(redeem(token)).finally(() => {
      if (asking.current === token) asking.current = null
    })
    if (current.current === token) setState(state)
  }

  return { state, use: () => void use() }
}

async function outcomeOf<Answer>(redeemed: Promise<Answer>): Promise<MailLink<Answer>> {
  try {
    return { name: 'used', answer: await redeemed }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return isLinkExpired(error) ? { name: 'expired' } : { name: 'ready', failure: error.message }
  }
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
