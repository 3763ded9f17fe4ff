import { FilePlus2, History } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Collection } from '../../../shared/collection.ts'
import { links } from '../../../shared/links.ts'
import { formatMoney } from '../../../shared/money.ts'
import { conciliationHistory } from '../../../shared/queries/conciliation-history.ts'
import { sharedAccounts } from '../../../shared/queries/shared-accounts.ts'
import { statementMatches, type UsedLine } from '../../../shared/queries/statement-matches.ts'
import {
  type WaitingRow,
  waitingContributions,
} from '../../../shared/queries/waiting-contributions.ts'
import { countOf, formatCount, fullName } from '../../../shared/text.ts'
import type { User } from '../../../shared/user.ts'
import { useUser } from '../../api/session.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { EmptyState, Failed } from '../../components/empty-state.tsx'
import { FileButton } from '../../components/file-picker.tsx'
import { Loading, Skeleton } from '../../components/loading.tsx'
import { Moment } from '../../components/moment.tsx'
import { BackLink, Page } from '../../components/page.tsx'
import { OwnCollection } from '../../features/collections/own-collection.tsx'
import { alreadyMatchedBy, withChosen } from '../../features/conciliation/matches.ts'
import { candidatesOf } from '../../features/conciliation/review-view.ts'
import { ALWAYS } from '../../features/conciliation/send-matches.ts'
import { type FileProgress, useConciliation } from '../../features/conciliation/use-conciliation.ts'
import { OfflineNote } from '../../features/connection/offline-note.tsx'
import styles from './conciliation.module.css'
import { ACCEPTED, DownloadHelp, DropFiles, DropTarget } from './drop-files.tsx'
import { MappingForm } from './mapping-form.tsx'
import { Notes, ReviewList } from './review-list.tsx'
import { useMatchChanges } from './use-match-changes.ts'

/** `/colecta/:id/conciliar`: matches the transfers in bank statements with the contributions of a colecta. */
export function Conciliation() {
  return (
    <OwnCollection>
      {(collection) => <CollectionConciliation collection={collection} />}
    </OwnCollection>
  )
}

function CollectionConciliation({ collection }: { collection: Collection }) {
  const { id, title, bankAccount, accountIdentifier } = collection
  return (
    <OfAccount
      key={bankAccount}
      account={bankAccount}
      holder={accountIdentifier}
      own={[{ id, title }]}
      title={title}
      back={links.collection(id)}
    />
  )
}

/** `/conciliar?cuenta=…`: the same for all open colectas of an account at once. */
export function AccountConciliation() {
  const [search] = useSearchParams()
  const found = useQuery(sharedAccounts, {})
  const asked = search.get('cuenta')
  if (found.name === 'loading') return <Loading />
  if (found.name === 'failed') {
    return (
      <Page title="Conciliar">
        <Failed level={1} title="Error al cargar las colectas" {...found} />
      </Page>
    )
  }
  const shared = found.answer.find(({ account }) => account === asked)
  if (!shared) return <NoSuchAccount />
  const { account, accountIdentifier, collections } = shared
  return (
    <OfAccount
      key={account}
      account={account}
      holder={accountIdentifier}
      own={collections}
      title={`${collections.length} colectas`}
      back={links.dashboard()}
    />
  )
}

function NoSuchAccount() {
  return (
    <Page title="Conciliar">
      <EmptyState
        level={1}
        title="Ninguna cuenta recibe varias colectas"
        role="status"
        actions={
          <ButtonLink to={links.dashboard()} variant="primary">
            Volver al dashboard
          </ButtonLink>
        }
      >
        Abre una colecta y elige Conciliar.
      </EmptyState>
    </Page>
  )
}

type Props = {
  account: string
  holder: string
  own: readonly Pick<Collection, 'id' | 'title'>[]
  title: string
  back: string
}

function OfAccount(props: Props) {
  const user = useUser()
  return user ? <LoadedConciliation {...props} user={user} /> : <Loading />
}

function LoadedConciliation({ account, holder, own, title, back, user }: Props & { user: User }) {
  const owner = { names: [fullName(user), holder], cuits: [] }
  const conciliation = useConciliation(user.id, account, owner)
  // A review of thousands of lines is rendered at low priority, so that no key waits for it.
  const phase = useDeferredValue(conciliation.phase)
  const waiting = useQuery(waitingContributions, { account })
  const matches = useQuery(statementMatches, ALWAYS)
  const rows = waiting.name === 'ready' ? waiting.answer : NO_ROWS
  const lines = matches.name === 'ready' ? matches.answer : NO_LINES
  const changes = useMatchChanges(conciliation.store, rows)
  const used = useMemo(
    () => withChosen(alreadyMatchedBy(lines), changes.sending),
    [lines, changes.sending],
  )
  const review = phase.name === 'review' ? phase.review : null
  const { rejected } = conciliation.decisions
  const { matched } = used
  // Computed here and not in ReviewList, because the browser can handle a key between two components.
  const candidates = useMemo(
    () => review && candidatesOf(review, rows, { rejected }, { matched }),
    [review, rejected, rows, matched],
  )
  const [isLooking, setLooking] = useState(false)
  const closeHistory = () => setLooking(false)
  const collections = [
    ...new Map(
      [...own, ...rows.map((row) => ({ id: row.collectionId, title: row.collectionTitle }))].map(
        (one) => [one.id, one],
      ),
    ).values(),
  ]

  return (
    <Page title={`Conciliar · ${title}`} width="medium" className={styles.page}>
      <BackLink to={back}>{own.length === 1 ? title : 'Dashboard'}</BackLink>
      <div className={styles.head}>
        <h1 className="page-title">Conciliar</h1>
        <Button variant="muted" icon={History} onClick={() => setLooking(true)}>
          Historial
        </Button>
        {phase.name === 'review' && (
          <div className="row wrap gap-2">
            <FileButton
              label="Resumen de cuenta"
              accept={ACCEPTED}
              multiple
              icon={FilePlus2}
              onPick={(...files) => conciliation.add(files)}
            >
              Agregar archivos
            </FileButton>
            <Button onClick={() => void conciliation.finish()}>Terminar</Button>
          </div>
        )}
      </div>
      {own.length > 1 && <p className="muted">{own.map(({ title }) => title).join(' · ')}</p>}
      <OfflineNote />
      {phase.name === 'opening' && <Skeleton rows={3} label="Cargando la conciliación" />}
      {phase.name === 'empty' && (
        <>
          <p className="muted">
            Descarga los movimientos de tu cuenta y suéltalos aquí. Se leen en tu dispositivo: el
            resumen no se envía a ningún lado.
          </p>
          <Notes review={phase} />
          <DropFiles onFiles={conciliation.add} />
          <DownloadHelp account={account} />
        </>
      )}
      {phase.name === 'reading' && <Reading files={phase.files} onCancel={conciliation.cancel} />}
      {phase.name === 'mapping' && (
        <MappingForm
          key={phase.table.header}
          table={phase.table}
          left={phase.left}
          onUse={(mapping) => void conciliation.takeColumns(phase.table, mapping)}
          onSkip={() => void conciliation.skip(phase.table)}
        />
      )}
      {phase.name === 'review' && (
        <DropTarget onFiles={conciliation.add}>
          {(waiting.name === 'loading' || matches.name === 'loading') && (
            <Skeleton label="Cargando aportes" />
          )}
          {waiting.name === 'failed' && (
            <Failed level={2} title="Error al cargar los aportes" {...waiting} />
          )}
          {matches.name === 'failed' && waiting.name !== 'failed' && (
            <Failed level={2} title="Error al cargar lo acreditado" {...matches} />
          )}
          {candidates && waiting.name === 'ready' && matches.name === 'ready' && (
            <ReviewList
              review={phase.review}
              candidates={candidates}
              waiting={rows}
              used={used}
              conciliation={conciliation}
              changes={changes}
              collections={collections}
            />
          )}
        </DropTarget>
      )}
      {isLooking && (
        <HistoryDialog
          onUndo={(ids) =>
            // The toast of a failure, with its button, would be behind the dialog.
            changes.undo(ids, () => void conciliation.proposeAgain(), closeHistory)
          }
          onClose={closeHistory}
        />
      )}
    </Page>
  )
}

const NO_LINES: UsedLine[] = []
const NO_ROWS: WaitingRow[] = []

function Reading({ files, onCancel }: { files: FileProgress[]; onCancel: () => void }) {
  return (
    <Card pad={false} aria-label="Archivos">
      <ul className="ruled">
        {files.map(({ name, rows }) => (
          <li key={name} className={styles.file}>
            <span className="strong breaks">{name}</span>
            <span className="muted small figures" role="status">
              Leyendo…{rows !== null && ` ${formatCount(rows)} filas`}
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <Button onClick={onCancel}>Cancelar</Button>
      </div>
    </Card>
  )
}

type HistoryDialogProps = { onUndo: (ids: readonly string[]) => void; onClose: () => void }

/** The dialog «Historial»: lists what was confirmed when, on any device, and undoes it. */
function HistoryDialog({ onUndo, onClose }: HistoryDialogProps) {
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
                    : liveIds.length === 1
                      ? 'Deshacer el que queda'
                      : `Deshacer los ${formatCount(liveIds.length)} que quedan`}
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
