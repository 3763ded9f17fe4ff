import { ChevronDown } from 'lucide-react'
import { formatCount } from '../../../shared/text.ts'
import type { UnsentChange } from '../../api/diagnosis.ts'
import { Badge } from '../../components/badge.tsx'
import { Card, CardHead } from '../../components/card.tsx'
import { Icon } from '../../components/icon.tsx'
import { Moment } from '../../components/moment.tsx'
import styles from './diagnosis.module.css'

const SHOWN = 50

/** Changes that the server has not confirmed, in order. Their personal data is collapsed. */
export function QueueCard({ changes }: { changes: readonly UnsentChange[] }) {
  const more = changes.length - SHOWN
  return (
    <Card className="stack gap-3" aria-labelledby="queue">
      <CardHead title="Cambios por enviar" id="queue">
        {changes.length > 0 && <Badge>{formatCount(changes.length)}</Badge>}
      </CardHead>
      {changes.length === 0 ? (
        <p className="faint small">No hay ninguno: el servidor recibió todo.</p>
      ) : (
        <ol className="ruled">
          {changes.slice(0, SHOWN).map((change) => (
            <li key={change.id}>
              <Change change={change} />
            </li>
          ))}
        </ol>
      )}
      {more > 0 && <p className="faint small">Y {formatCount(more)} más.</p>}
    </Card>
  )
}

function Change({ change }: { change: UnsentChange }) {
  const { name, at, refusal, args, version = 1, id } = change
  return (
    <details>
      <summary className={styles.changeSummary}>
        <span className={styles.changeName}>
          <code className={styles.code}>{name}</code>
          <span className={styles.changeWhen}>
            <Moment iso={at} />
          </span>
        </span>
        {refusal ? <Badge tone="bad">Rechazado</Badge> : <Badge tone="warn">Espera</Badge>}
        <Icon of={ChevronDown} size={18} className="chevron" />
      </summary>
      <div className={styles.changeDetails}>
        {refusal && (
          <p>
            {refusal.message} <code className={styles.code}>{refusal.code}</code>
          </p>
        )}
        <pre lang="en" className={styles.changeArgs}>
          {JSON.stringify({ id, version, args }, null, 2)}
        </pre>
      </div>
    </details>
  )
}
