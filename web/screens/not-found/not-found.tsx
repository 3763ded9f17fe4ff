import { links } from '../../../shared/links.ts'
import { ButtonLink } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Page } from '../../components/page.tsx'

/** The page for a path that no route matches. */
export function NotFound() {
  return (
    <Page title="Página no encontrada">
      <EmptyState
        level={1}
        title="Esta página no existe"
        actions={
          <ButtonLink to={links.home()} variant="primary">
            Ir al inicio
          </ButtonLink>
        }
      >
        Puede que el enlace esté incompleto. Revísalo o vuelve al inicio.
      </EmptyState>
    </Page>
  )
}
