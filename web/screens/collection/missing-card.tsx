import { MessageCircle } from 'lucide-react'
import type { Collection } from '../../../shared/collection.ts'
import { whatsAppLink } from '../../../shared/links.ts'
import { missingPeople, reminderText } from '../../../shared/missing-people.ts'
import { ButtonLink } from '../../components/button.tsx'
import { Card, CardHead } from '../../components/card.tsx'
import { CopyButton } from '../../components/copy.tsx'
import { Money } from '../../components/money.tsx'
import { formatCount } from '../../features/lists/format-count.ts'
import { shareOf } from '../../features/sharing/share-of.ts'
import styles from './missing-card.module.css'

/** Who has not contributed yet, and a reminder ready to send; for an open collection that said how many take part. */
export function MissingCard({ collection }: { collection: Collection }) {
  const found = missingPeople(collection)
  if (!found || collection.status === 'cerrada' || found.rest === 0) return null
  const { people, contributed, missing, rest, each } = found
  const reminder = reminderText(collection, found, shareOf(collection).link)

  return (
    <Card className={styles.card} aria-labelledby="quien-falta">
      <CardHead title="Quién falta" id="quien-falta" />
      <div>
        <p className={styles.count}>
          <strong>{formatCount(contributed)}</strong> de {formatCount(people)}{' '}
          {people === 1 ? 'persona' : 'personas'} {contributed === 1 ? 'aportó' : 'aportaron'}
        </p>
        <p className={styles.words}>
          {missing === 0 ? (
            <>
              Ya aportaron todas y faltan <Money amount={rest} />.
            </>
          ) : (
            <>
              {missing === 1
                ? 'Falta 1. Para llegar'
                : `Faltan ${formatCount(missing)}. Para llegar`}{' '}
              al total, {missing === 1 ? 'debería' : 'cada una debería'} poner{' '}
              <strong>
                <Money amount={each} />
              </strong>
              .
            </>
          )}
        </p>
      </div>
      {missing > 0 && (
        <div className={styles.actions}>
          <ButtonLink href={whatsAppLink(reminder)} variant="soft" icon={MessageCircle}>
            Recordar por WhatsApp
          </ButtonLink>
          <CopyButton
            text={reminder}
            label="Copiar recordatorio"
            copiedLabel="¡Recordatorio copiado!"
            variant="quiet"
          />
        </div>
      )}
    </Card>
  )
}
