import { RefreshCw, TriangleAlert } from 'lucide-react'
import { Blank } from '../components/blank.tsx'
import { Button } from '../components/button.tsx'
import { Page } from '../components/page.tsx'

/** In place of a screen that broke, or whose code did not come. Reloading is the way out. */
export function ScreenFailed({ notLoaded }: { notLoaded: boolean }) {
  const title = notLoaded ? 'No pudimos abrir esta pantalla' : 'Algo salió mal en esta pantalla'
  return (
    <Page>
      <title>{`${title} · Entre Todos`}</title>
      <Blank
        level={1}
        icon={TriangleAlert}
        tone="bad"
        role="alert"
        title={title}
        actions={
          <Button variant="primary" icon={RefreshCw} onClick={() => window.location.reload()}>
            Recargar
          </Button>
        }
      >
        {notLoaded
          ? 'Puede que no haya conexión o que haya una versión nueva. Recarga la página para seguir.'
          : 'Tus datos están a salvo. Recarga la página para seguir.'}
      </Blank>
    </Page>
  )
}
