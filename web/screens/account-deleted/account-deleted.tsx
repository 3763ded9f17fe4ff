import { Navigate, useLocation } from 'react-router-dom'
import { links } from '../../../shared/links.ts'
import { useUser } from '../../api/session.ts'
import { ButtonLink } from '../../components/button.tsx'
import { NarrowPage } from '../../components/narrow-page.tsx'
import { isAfterDeletion } from '../../features/account/account-deletion.ts'

/** `/cuenta-eliminada`: confirms that the account was deleted. Otherwise redirects home. */
export function AccountDeleted() {
  const user = useUser()
  const { state } = useLocation()
  if (user || !isAfterDeletion(state)) return <Navigate to={links.home()} replace />

  return (
    <NarrowPage
      title="Eliminamos tu cuenta"
      lead="Tus datos, tus colectas y sus comprobantes ya no están, tampoco en este dispositivo. Te enviamos un último email que lo confirma."
    >
      <p>Gracias por haber juntado con nosotros. Si algún día vuelves, empiezas de cero.</p>
      <ButtonLink to={links.home()} replace main>
        Ir al inicio
      </ButtonLink>
    </NarrowPage>
  )
}
