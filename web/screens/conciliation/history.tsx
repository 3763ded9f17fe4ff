import { formatMoney } from '../../../shared/money.ts'
import { conciliationHistory } from '../../../shared/queries/conciliation-history.ts'
import { countOf } from '../../../shared/text.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Failed } from '../../components/empty-state.tsx'
import { Skeleton } from '../../components/loading.tsx'
import { Moment } from '../../components/moment.tsx'
import styles from './conciliation.module.css'

type Props = { onUndo: (ids: readonly string[]) => void; onClose: () => void }

/** The dialog «Historial»: lists what was confirmed when, on any device, and undoes it. */
export function History({ onUndo, onClose }: Props) {
  const found = useQuery(conciliationHistory, {})
  return (
    <Dialog title="Historial" lead="Lo que acreditaste con tus resúmenes." onClose={onClose}>
      {found.name === 'loading' && <Skeleton rows={3} label="Cargando historial" />}
      {found.name === 'failed' && <Failed title="Error al cargar el historial" {...found} />}
      {found.name === 'ready' && found.answer.length === 0 && (
        <p className="muted">Todavía no acreditaste ningún aporte con un resumen.</p>
      )}
      {found.name === 'ready' && (
        <ul className="ruled">
          {found.answer.map(({ matchedAt, count, total, liveIds }) => (
            <li key={matchedAt} className={styles.moment}>
              <div className="stack">
                <span className="strong">
                  {countOf(count, 'ingreso')} · {formatMoney(total)}
                </span>
                <span className="faint small">
                  <Moment iso={matchedAt} />
                </span>
              </div>
              {liveIds.length > 0 ? (
                <Button size="sm" onClick={() => onUndo(liveIds)}>
                  {liveIds.length === count
                    ? 'Deshacer'
                    : `Deshacer los ${liveIds.length} que quedan`}
                </Button>
              ) : (
                <span className="muted small">Deshecho</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
