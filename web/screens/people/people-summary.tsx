import { MessageCircle } from 'lucide-react'
import type { Collection } from '../../../shared/collection.ts'
import { whatsAppLink } from '../../../shared/links.ts'
import { remindersOf } from '../../../shared/people/reminders.ts'
import { splitByContribution } from '../../../shared/people/split-by-contribution.ts'
import { mayRemind } from '../../../shared/permissions.ts'
import type { ListedPerson } from '../../../shared/queries/people.ts'
import { formatCount } from '../../../shared/text.ts'
import { ButtonLink } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CopyButton } from '../../components/copy.tsx'
import { Note } from '../../components/note.tsx'
import { shareOf } from '../../features/sharing/share-of.ts'
import styles from './people.module.css'

type Props = { collection: Collection; all: readonly ListedPerson[] }

/** Shows how many contributed, and offers a reminder for all the others. */
export function PeopleSummary({ collection, all }: Props) {
  const { missing, contributed: contributors } = splitByContribution(all)
  const contributed = contributors.length
  const { text } = remindersOf(
    collection,
    { people: all.length, contributed },
    shareOf(collection).link,
  )
  return (
    <Card className="stack gap-3" aria-label="Resumen">
      <p className={styles.count}>
        <strong>{formatCount(contributed)}</strong> de {formatCount(all.length)}{' '}
        {contributed === 1 ? 'aportó' : 'aportaron'}
      </p>
      {missing.length === 0 ? (
        <Note tone="ok">Ya aportaron todas las personas de la lista.</Note>
      ) : (
        <div className="buttons gap-2">
          {mayRemind(collection) && (
            <>
              <ButtonLink href={whatsAppLink(text)} variant="soft" icon={MessageCircle}>
                Recordar en un grupo
              </ButtonLink>
              <CopyButton
                text={text}
                label="Copiar recordatorio"
                copiedLabel="¡Recordatorio copiado!"
                variant="quiet"
              />
            </>
          )}
          <CopyButton
            text={missing.map(({ name }) => name).join('\n')}
            label="Copiar nombres"
            copiedLabel="¡Nombres copiados!"
            variant="quiet"
          />
        </div>
      )}
    </Card>
  )
}
