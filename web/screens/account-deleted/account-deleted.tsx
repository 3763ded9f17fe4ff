import { links } from '../../../shared/links.ts'
import { ButtonLink } from '../../components/button.tsx'
import { AccountPage } from '../../features/account/account-page.tsx'

export function AccountDeleted() {
  return (
    <AccountPage
      title="Eliminamos tu cuenta"
      lead="Tus datos, tus colectas y sus comprobantes ya no están, tampoco en este dispositivo. Te enviamos un último email que lo confirma."
    >
      <p>Gracias por haber juntado con nosotros. Si algún día vuelves, empiezas de cero.</p>
      <ButtonLink to={links.home()} replace main>
        Ir al inicio
      </ButtonLink>
    </AccountPage>
  )
}
