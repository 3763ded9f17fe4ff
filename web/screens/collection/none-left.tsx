import { CheckCheck, Hourglass } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { type Collection, unverifiedCount } from '../../../shared/collection.ts'
import { links } from '../../../shared/links.ts'
import { formatCount } from '../../../shared/text.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { CONTRIBUTIONS } from './contributions-view.ts'

type NoneLeftProps = {
  collection: Collection
  /** The length of the queue that ends. */
  seen: number
  onAgain: () => void
}

/** The end of a review: what the person can do next. */
export function NoneLeft({ collection, seen, onAgain }: NoneLeftProps) {
  const { id, pendingCount } = collection
  const left = unverifiedCount(collection)
  const end = useRef<HTMLDivElement>(null)

  // The last decision removed its own button.
  useLayoutEffect(() => {
    if (seen > 0 && document.activeElement === document.body) end.current?.focus()
  }, [seen])

  const next =
    left > 0 ? (
      <Button variant="primary" onClick={onAgain}>
        {left === 1 ? 'Revisarlo' : 'Revisarlos'}
      </Button>
    ) : (
      pendingCount > 0 && (
        <ButtonLink
          to={`${links.collection(id)}?estado=${CONTRIBUTIONS.filters.pending.slug}`}
          variant="primary"
        >
          Ver los pendientes
        </ButtonLink>
      )
    )
  return (
    <div ref={end} tabIndex={-1}>
      <EmptyState
        level={2}
        icon={left === 0 ? CheckCheck : Hourglass}
        title={leftTitle(left)}
        role="status"
        actions={
          <>
            {next}
            <ButtonLink to={links.collection(id)} variant={next ? 'secondary' : 'primary'}>
              Volver a la colecta
            </ButtonLink>
          </>
        }
      >
        {left > 0 ? 'Llegaste al final de la lista.' : noneLeftText(pendingCount, seen)}
      </EmptyState>
    </div>
  )
}

function leftTitle(left: number): string {
  if (left === 0) return 'No queda nada por verificar'
  return left === 1 ? 'Queda 1 por verificar' : `Quedan ${formatCount(left)} por verificar`
}

/** Pending contributions are not in this queue: a provider may still confirm them. */
function noneLeftText(pending: number, seen: number): string {
  if (pending === 1) return 'Queda 1 aporte pendiente, que todavía no suma.'
  if (pending > 1) return `Quedan ${formatCount(pending)} aportes pendientes, que todavía no suman.`
  if (seen > 0) return 'Revisaste todos los aportes que esperaban.'
  return 'Los aportes que lleguen aparecen aquí hasta que los acredites o los rechaces.'
}
