import { links } from '../../../shared/links.ts'
import { useSession } from '../../api/session.ts'
import { ButtonLink } from '../../components/button.tsx'

/** Where somebody goes from the result of a payment: to their list, or home. */
export function WayOn() {
  const session = useSession()
  if (session.name !== 'signed-in') {
    return (
      <ButtonLink to={links.home()} variant="primary" size="lg" block>
        Ir al inicio
      </ButtonLink>
    )
  }
  return (
    <ButtonLink to={links.payments()} variant="primary" size="lg" block>
      Ver mis pagos
    </ButtonLink>
  )
}
