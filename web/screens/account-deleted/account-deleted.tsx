import { links } from '../../../shared/links.ts'
import { ButtonLink } from '../../components/button.tsx'
import { NarrowPage } from '../../components/narrow-page.tsx'

export function AccountDeleted() {
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
