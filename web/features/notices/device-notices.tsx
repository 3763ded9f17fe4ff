import { BellOff, BellRing } from 'lucide-react'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/loading.tsx'
import { FailureNote } from '../../components/note.tsx'
import { useDeviceNotices } from './use-device-notices.ts'

/** Turns notices on this device on and off, for one colecta. */
export function DeviceNotices({ collectionId }: { collectionId: string }) {
  const { state, turnOn, turnOff } = useDeviceNotices(collectionId)
  const { busy, failure, run } = useAction()

  return (
    <div className="stack gap-2">
      <h3>Avisos en este dispositivo</h3>
      <FailureNote text={failure} />
      {content()}
    </div>
  )

  function content() {
    switch (state.name) {
      case 'loading':
        return <Skeleton rows={1} label="Cargando los avisos de este dispositivo" />
      case 'failed':
        return (
          <div className="row wrap spread gap-3">
            <p className="muted">Para verlos y cambiarlos hace falta conexión.</p>
            <Button onClick={state.retry}>Reintentar</Button>
          </div>
        )
      case 'unsupported':
        return (
          <p className="muted">
            Este navegador no los muestra. En un iPhone o iPad, agrega Entre Todos a la pantalla de
            inicio y ábrelo desde ahí.
          </p>
        )
      case 'denied':
        return (
          <p className="muted">
            Este navegador los tiene bloqueados. Permite las notificaciones de este sitio en la
            configuración del navegador y vuelve aquí.
          </p>
        )
      case 'off':
        return (
          <div className="row wrap spread gap-3">
            <p className="muted">
              Una notificación apenas llega, se corrige o se retira un aporte, también con la página
              cerrada.
            </p>
            <Button icon={BellRing} busy={busy} busyText="Activando…" onClick={() => run(turnOn)}>
              Avisarme en este dispositivo
            </Button>
          </div>
        )
      case 'on':
        return (
          <div className="row wrap spread gap-3">
            <p role="status">Este dispositivo te avisa apenas llega un aporte.</p>
            <Button icon={BellOff} busy={busy} busyText="Un momento…" onClick={() => run(turnOff)}>
              Dejar de avisarme aquí
            </Button>
          </div>
        )
    }
  }
}
