import { Lock } from 'lucide-react'
import type { PublicCollection } from '../../../shared/collection.ts'
import { Blank } from '../../components/blank.tsx'
import { Card } from '../../components/card.tsx'

/** Only an open collection accepts contributions (specification 4). */
export function ClosedNotice({ collection }: { collection: PublicCollection }) {
  return (
    <Card paperOnPhone>
      <Blank icon={Lock} level={2} title="Esta colecta no está aceptando contribuciones">
        Estado: <strong>{collection.status.toUpperCase()}</strong>. Si ya transferiste, avísale a{' '}
        {collection.organiserName} para que registre tu aporte.
      </Blank>
    </Card>
  )
}
