import { Button } from '../../components/button.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import type { MailLink } from './use-mail-link.ts'

interface MailLinkButtonProps {
  state: Extract<MailLink<unknown>, { name: 'ready' | 'busy' }>
  onUse: () => void
  children: string
}

/** The button that uses a link of an e-mail, and why it could not the last time. */
export function MailLinkButton({ state, onUse, children }: MailLinkButtonProps) {
  return (
    <>
      {state.name === 'ready' && state.failure && <ErrorSummary title={state.failure} />}
      <Button
        variant="primary"
        size="lg"
        block
        busy={state.name === 'busy'}
        busyText="Confirmando…"
        onClick={onUse}
      >
        {children}
      </Button>
    </>
  )
}
