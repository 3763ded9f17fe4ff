import type { CollectionStatus } from '../../../shared/collection.ts'
import { type Centavos, parseMoney } from '../../../shared/money.ts'
import { firstWord } from '../../../shared/text.ts'
import { useUser } from '../../api/session.ts'
import { Avatar } from '../../components/avatar.tsx'
import { CollectionBadge } from '../../components/badge.tsx'
import { Card } from '../../components/card.tsx'
import { Money } from '../../components/money.tsx'
import { Note } from '../../components/note.tsx'
import { Tiles } from '../../components/progress.tsx'
import { CollectionPicture } from '../../features/collections/collection-picture.tsx'
import styles from './collection-form.module.css'
import { type FormValues, parsePeople } from './form-values.ts'

interface Props {
  values: FormValues
  /** Its URL. */
  picture: string | null
  status: CollectionStatus
  amountCollected: Centavos
}

/** Shows the collection while it is typed, as contributors will see it. */
export function CollectionPreview({ values, picture, status, amountCollected }: Props) {
  const organiser = firstWord(useUser()?.firstName ?? '')
  const total = parseMoney(values.totalAmount) ?? 0
  const suggested = parseMoney(values.suggestedAmount)

  return (
    <aside className={styles.preview} aria-label="Vista previa">
      <span className="faint small">Así la verán quienes aporten</span>
      <Card className="stack gap-3">
        {picture && <CollectionPicture src={picture} />}
        <div className="row spread gap-3">
          <span className={styles.previewOrganiser}>
            <Avatar firstName={organiser} />
            <span className="clip">{organiser ? `Organiza ${organiser}` : 'Organizas tú'}</span>
          </span>
          <CollectionBadge status={status} />
        </div>
        <p className={styles.previewTitle} data-ghost={values.title.trim() === ''}>
          {values.title.trim() || 'Tu motivo aquí'}
        </p>
        {values.description.trim() && (
          <p className={styles.previewDescription}>{values.description}</p>
        )}
        <div className={styles.previewAmounts}>
          <Money amount={amountCollected} size="lg" />
          <span>
            de <Money amount={total} />
          </span>
        </div>
        <Tiles
          verified={0}
          confirmed={amountCollected}
          total={total}
          people={parsePeople(values.cantidadPersonas)}
          size="sm"
          isPublic
        />
        {suggested !== null && (
          <span className="muted small">
            Sugerido: <Money amount={suggested} />
          </span>
        )}
      </Card>
      <Note tone="plain">Entre Todos nunca guarda el dinero: llega directo a tu cuenta.</Note>
    </aside>
  )
}
