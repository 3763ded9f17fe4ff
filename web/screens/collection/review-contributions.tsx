import { useAtomValue } from 'jotai'
import { CheckCheck, FileX, Hourglass, ReceiptText, X } from 'lucide-react'
import { type TouchEvent, useEffect, useRef } from 'react'
import type { Collection } from '../../../shared/collection.ts'
import { type Contribution, METHOD_NAMES } from '../../../shared/contribution.ts'
import { links } from '../../../shared/links.ts'
import { formatMoney } from '../../../shared/money.ts'
import {
  type ContributionReview,
  contributionReview,
  type EarlierContribution,
} from '../../../shared/queries/contribution-review.ts'
import { formatCount } from '../../../shared/text.ts'
import { prefetch } from '../../api/live.ts'
import { useQuery } from '../../api/use-query.ts'
import { ContributionBadge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { EmptyState, Failed } from '../../components/empty-state.tsx'
import { Facts } from '../../components/facts.tsx'
import { Key } from '../../components/key.tsx'
import { Loading } from '../../components/loading.tsx'
import { Moment } from '../../components/moment.tsx'
import { Money } from '../../components/money.tsx'
import { BackLink, Page, StickyBar } from '../../components/page.tsx'
import { OwnCollection } from '../../features/collections/own-collection.tsx'
import { OfflineNote } from '../../features/connection/offline-note.tsx'
import { RepeatedReceipt } from '../../features/receipts/receipt-mark.tsx'
import { type FoundReceipt, ReceiptView } from '../../features/receipts/receipt-view.tsx'
import { useReceiptFiles } from '../../features/receipts/use-receipt-files.ts'
import { areShortcutsBlocked, singleKeysAtom } from '../../features/shortcuts/single-keys.ts'
import { CorrectedBadge, Corrections } from './corrections.tsx'
import { NoneLeft } from './none-left.tsx'
import styles from './review.module.css'
import { useContributionChanges } from './use-contribution-changes.ts'
import { useReviewQueue } from './use-review-queue.ts'

/** `/colecta/:id/revisar`: the contributions that wait to be verified, one after another. */
export function ReviewContributions() {
  return <OwnCollection>{(collection) => <Queue collection={collection} />}</OwnCollection>
}

function Queue({ collection }: { collection: Collection }) {
  const queue = useReviewQueue(collection.id)
  const { at, count, current, status } = queue
  const withReceipt = [...(current ? [current] : []), ...queue.ahead].filter(
    ({ receipt }) => receipt === 'attached',
  )
  const receiptOf = useReceiptFiles(withReceipt.map(({ id }) => id))
  const aheadIds = queue.ahead.slice(0, 2).map(({ id }) => id)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same ids in another array
  useEffect(() => {
    for (const id of aheadIds) void prefetch(contributionReview, { id }, { isSure: true })
  }, [aheadIds.join()])

  return (
    <Page title={`Revisar aportes · ${collection.title}`} width="medium" className={styles.page}>
      <BackLink to={links.collection(collection.id)}>{collection.title}</BackLink>
      <div className={styles.head}>
        <h1 className={styles.title}>Revisar aportes</h1>
        {current && (
          <p className="muted small figures" role="status">
            {formatCount(at + 1)} de {formatCount(count)}
          </p>
        )}
        {at > 0 && (
          <Button
            variant="muted"
            edge="end"
            className={styles.previous}
            aria-keyshortcuts="ArrowLeft k"
            onClick={queue.previous}
          >
            Anterior <Key name="K" />
          </Button>
        )}
      </div>
      <OfflineNote />
      {current ? (
        <CurrentReview
          collection={collection}
          id={current.id}
          receiptOf={receiptOf}
          onNext={queue.next}
          onPrevious={queue.previous}
        />
      ) : status === 'loading' ? (
        <Loading text="Cargando aportes…" />
      ) : status === 'loaded' ? (
        <NoneLeft collection={collection} seen={count} onAgain={queue.startAgain} />
      ) : (
        <Failed level={2} title="Error al cargar los aportes" error={status} retry={queue.retry} />
      )}
    </Page>
  )
}

type CurrentReviewProps = {
  collection: Collection
  id: string
  receiptOf: (id: string) => FoundReceipt
  onNext: () => void
  onPrevious: () => void
}

function CurrentReview({ collection, id, receiptOf, ...props }: CurrentReviewProps) {
  const { onNext, onPrevious } = props
  const changes = useContributionChanges(collection)
  const found = useReview(id)
  const review = found.name === 'ready' ? found.answer : null
  const contribution = review && changes.asExpected(review.contribution)
  const title = useRef<HTMLHeadingElement>(null)

  function decide(state: 'verified' | 'rejected', by: 'tap' | 'key'): void {
    if (!contribution || contribution.state === state) return
    if (changes.setState(contribution, state, by)) onNext()
  }

  const acts: Record<Act, () => void> = {
    verify: () => decide('verified', 'key'),
    reject: () => decide('rejected', 'key'),
    next: onNext,
    previous: onPrevious,
  }
  useKeys(acts)
  const swipe = useSwipe(onPrevious, onNext)

  // A screen reader then reads the next contribution, and the focus is on no button of the one before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another one is shown
  useEffect(() => {
    if (contribution === null) return
    title.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [contribution?.id])

  const isDecided = contribution !== null && contribution.state !== 'confirmed'
  return (
    <div className={styles.review} {...swipe}>
      {found.name === 'loading' && <Loading text="Cargando aporte…" />}
      {found.name === 'failed' && <Failed level={2} title="Error al cargar el aporte" {...found} />}
      {found.name === 'ready' && !contribution && (
        <EmptyState level={2} title="Este aporte ya no está" role="status">
          Se ocultó o se eliminó mientras revisabas.
        </EmptyState>
      )}
      {review && contribution && (
        <>
          <div className={styles.sum}>
            <h2 ref={title} tabIndex={-1} className={styles.name}>
              {contribution.contributorName}
            </h2>
            <div className="row wrap spread gap-2">
              <Money amount={contribution.amount} size="lg" />
              <span className="row wrap gap-2">
                <CorrectedBadge contribution={contribution} />
                <ContributionBadge state={contribution.state} />
              </span>
            </div>
            <p className="muted small">{besideSuggested(contribution, collection)}</p>
          </div>
          <div className={styles.receipt}>
            <Receipt contribution={contribution} found={receiptOf(contribution.id)} />
          </div>
          <ContributionFacts review={review} collection={collection} />
        </>
      )}
      <StickyBar className={styles.bar}>
        <div className={styles.acts}>
          <Button
            main
            icon={CheckCheck}
            className={styles.verify}
            disabled={!contribution || contribution.state === 'verified'}
            aria-keyshortcuts="a"
            onClick={() => decide('verified', 'tap')}
          >
            Acreditar <Key name="A" />
          </Button>
          <Button
            variant="danger-quiet"
            icon={X}
            disabled={!contribution || contribution.state === 'rejected'}
            aria-keyshortcuts="r"
            onClick={() => decide('rejected', 'tap')}
          >
            Rechazar <Key name="R" />
          </Button>
          <Button variant="muted" aria-keyshortcuts="ArrowRight j" onClick={onNext}>
            {isDecided || !contribution ? 'Siguiente' : 'Dejar para después'} <Key name="J" />
          </Button>
        </div>
      </StickyBar>
    </div>
  )
}

/** Never returns the contribution before, which a press would verify. */
function useReview(id: string) {
  const state = useQuery(contributionReview, { id })
  return state.name === 'ready' && state.isPrevious ? ({ name: 'loading' } as const) : state
}

function besideSuggested({ amount }: Contribution, { suggestedAmount }: Collection): string {
  const difference = amount - suggestedAmount
  if (difference === 0) return 'Lo sugerido'
  const words = `${formatMoney(Math.abs(difference))} ${difference > 0 ? 'más' : 'menos'}`
  return `${words} que lo sugerido, ${formatMoney(suggestedAmount)}`
}

function Receipt({ contribution, found }: { contribution: Contribution; found: FoundReceipt }) {
  switch (contribution.receipt) {
    case 'attached':
      // The next receipt is shown whole, not enlarged like the one before.
      return <ReceiptView key={contribution.id} found={found} />
    case 'expected':
      return (
        <EmptyState icon={Hourglass} title="Comprobante en camino">
          Aparece aquí cuando termine de llegar.
        </EmptyState>
      )
    case 'missing':
      return (
        <EmptyState icon={FileX} title="El comprobante no llegó">
          Quien aportó lo anunció, pero el archivo no llegó.
        </EmptyState>
      )
    case 'none':
      return (
        <EmptyState icon={ReceiptText} title="Sin comprobante">
          Busca el monto y el nombre en los movimientos de tu cuenta.
        </EmptyState>
      )
  }
}

function ContributionFacts(props: { review: ContributionReview; collection: Collection }) {
  const { contribution, earlier } = props.review
  const { contributorEmail, paymentDate, paymentMethod, message } = contribution
  return (
    <div className={styles.facts}>
      {contribution.receiptRepeated && (
        <div className={styles.repeated}>
          <RepeatedReceipt />
        </div>
      )}
      <Facts
        facts={[
          { label: 'Fecha', value: <Moment iso={paymentDate} /> },
          { label: 'Método', value: METHOD_NAMES[paymentMethod] },
          contributorEmail && {
            label: 'Email',
            value: <a href={`mailto:${contributorEmail}`}>{contributorEmail}</a>,
          },
        ]}
      />
      {message && <p className={styles.message}>{message}</p>}
      <Corrections contribution={contribution} />
      {earlier.length > 0 && <Earlier earlier={earlier} collection={props.collection} />}
    </div>
  )
}

function Earlier(props: { earlier: EarlierContribution[]; collection: Collection }) {
  return (
    <Card title="Antes, con este email">
      <ul className="stack gap-3">
        {props.earlier.map(({ id, collectionId, collectionTitle, amount, paymentDate, state }) => (
          <li key={id} className="stack">
            <span className="row wrap spread gap-2">
              <Money amount={amount} />
              <ContributionBadge state={state} />
            </span>
            <span className="faint small">
              <Moment iso={paymentDate} />
              {collectionId !== props.collection.id && <> · {collectionTitle}</>}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

type Act = 'verify' | 'reject' | 'next' | 'previous'

const ACT_OF_KEY: Partial<Record<string, Act>> = {
  a: 'verify',
  r: 'reject',
  j: 'next',
  ArrowRight: 'next',
  k: 'previous',
  ArrowLeft: 'previous',
}

/** A key that is held down decides about one contribution. */
function useKeys(acts: Record<Act, () => void>): void {
  const latest = useRef(acts)
  latest.current = acts
  const hasSingleKeys = useAtomValue(singleKeysAtom)

  useEffect(() => {
    const stopping = new AbortController()
    const press = (event: KeyboardEvent) => {
      const isLetter = event.key.length === 1
      const act = ACT_OF_KEY[isLetter ? event.key.toLowerCase() : event.key]
      const isOther = event.altKey || event.ctrlKey || event.metaKey || event.repeat
      if (!act || isOther || isBlocked(event.target)) return
      if (isLetter && !hasSingleKeys) return
      event.preventDefault()
      latest.current[act]()
    }
    window.addEventListener('keydown', press, { signal: stopping.signal })
    return () => stopping.abort()
  }, [hasSingleKeys])
}

/** Also on an element that the arrow keys scroll. */
function isBlocked(target: EventTarget | null): boolean {
  if (areShortcutsBlocked(target)) return true
  return target instanceof Element && target.closest('[tabindex="0"]') !== null
}

const SWIPE = 60 // px

/** Recognises a horizontal swipe of one finger, except on an element that itself scrolls. */
function useSwipe(onPrevious: () => void, onNext: () => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart({ touches, target }: TouchEvent) {
      const touch = touches[0]
      const isFree = touches.length === 1 && !isBlocked(target)
      start.current = touch && isFree ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const touch = changedTouches[0]
      if (!touch || !start.current) return
      const x = touch.clientX - start.current.x
      const y = touch.clientY - start.current.y
      start.current = null
      if (Math.abs(x) < SWIPE || Math.abs(x) < 2 * Math.abs(y)) return
      if (x < 0) onNext()
      else onPrevious()
    },
  }
}
