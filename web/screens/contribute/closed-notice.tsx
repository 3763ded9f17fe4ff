import { Lock, ShieldAlert } from 'lucide-react'
import type { PublicCollection } from '../../../shared/collection.ts'
import { Blank } from '../../components/blank.tsx'
import { Card } from '../../components/card.tsx'

/** Only an open collection accepts contributions. */
export function ClosedNotice({ collection }: { collection: PublicCollection }) {
  if (collection.isSuspended) {
    return (
      <Card paperOnPhone>
        <Blank icon={ShieldAlert} level={2} title="Esta colecta está suspendida">
          Quien administra Entre Todos la está revisando. Mientras tanto no recibe aportes: no
          transfieras dinero. Si ya lo hiciste, habla con {collection.organiserName}.
        </Blank>
      </Card>
    )
  }
  return (
    <Card paperOnPhone>
      <Blank icon={Lock} level={2} title="Esta colecta no está aceptando contribuciones">
        Estado: <strong>{collection.status.toUpperCase()}</strong>. Si ya transferiste, avísale a{' '}
        {collection.organiserName} para que registre tu aporte.
      </Blank>
    </Card>
  )
}
