import { CheckCheck, Eye, EyeOff, X } from 'lucide-react'
import type { Contribution } from '../../../shared/contribution.ts'
import { countOf, formatCount } from '../../../shared/text.ts'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/choice.tsx'
import styles from './contributions.module.css'
import type { Selection, useManyChanges } from './selection.ts'

type Props = {
  selection: Selection
  changes: ReturnType<typeof useManyChanges>
  rows: readonly Contribution[]
  total: number
  isHidden: boolean
}

export function SelectionBar({ selection, changes, rows, total, isHidden }: Props) {
  const { chosen } = selection
  const { working, apply } = changes
  const count = chosen === 'all' ? total : chosen.size
  const isPageChosen = rows.length > 0 && rows.every(selection.has)
  const busy = working !== null
  const act = (to: Parameters<typeof apply>[0]) => () => apply(to, chosen, selection.stop)
  const off = busy || count === 0
  const number = count === 0 ? '' : ` ${formatCount(count)}`

  return (
    <section className={styles.bar} aria-label="Aportes elegidos">
      <div className={styles.choice}>
        <Checkbox
          label="Toda la página"
          checked={isPageChosen}
          disabled={busy}
          onChange={() => selection.toggle(rows, !isPageChosen, rows)}
        />
        <span role="status" className="muted figures">
          {working ? progressOf(working) : chosenOf(count)}
        </span>
        {chosen !== 'all' && isPageChosen && total > rows.length && (
          <Button
            size="sm"
            variant="quiet"
            edge="start"
            disabled={busy}
            onClick={selection.chooseAll}
          >
            Elegir los {formatCount(total)}
          </Button>
        )}
      </div>
      <div className={styles.acts}>
        {isHidden ? (
          <Button variant="primary" icon={Eye} disabled={off} onClick={act('shown')}>
            Volver a mostrar
          </Button>
        ) : (
          <>
            <Button variant="primary" icon={CheckCheck} disabled={off} onClick={act('verified')}>
              Acreditar{number}
            </Button>
            <Button icon={X} disabled={off} onClick={act('rejected')}>
              Rechazar{number}
            </Button>
            <Button icon={EyeOff} disabled={off} onClick={act('hidden')}>
              Ocultar{number}
            </Button>
          </>
        )}
        <Button variant="muted" disabled={busy} onClick={selection.stop}>
          Cancelar
        </Button>
      </div>
    </section>
  )
}

function chosenOf(count: number): string {
  if (count === 0) return 'Ninguno elegido'
  return countOf(count, 'elegido')
}

function progressOf({ done, total }: { done: number; total: number }): string {
  return `Cambiando ${formatCount(done)} de ${formatCount(total)}…`
}
