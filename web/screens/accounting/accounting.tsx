import { MessageCircle, Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { accountingText } from '../../../shared/accounting-text.ts'
import { type Collection, contributionCount } from '../../../shared/collection.ts'
import { type Contribution, METHOD_NAMES } from '../../../shared/contribution.ts'
import { formatDay, formatMoment, today } from '../../../shared/dates.ts'
import { links, whatsAppLink } from '../../../shared/links.ts'
import {
  CONTRIBUTIONS_PER_WINDOW,
  collectionContributions,
} from '../../../shared/queries/collection-contributions.ts'
import { formatCount } from '../../../shared/text.ts'
import { askOnce } from '../../api/live.ts'
import { onChange } from '../../api/query-cache.ts'
import { useUser } from '../../api/session.ts'
import { useFresh } from '../../api/use-request.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Checkbox } from '../../components/choice.tsx'
import { CopyButton } from '../../components/copy.tsx'
import { Failed } from '../../components/empty-state.tsx'
import { Facts } from '../../components/facts.tsx'
import { Skeleton } from '../../components/loading.tsx'
import { Mark } from '../../components/logo.tsx'
import { Money } from '../../components/money.tsx'
import { BackLink } from '../../components/page.tsx'
import { OwnCollection } from '../../features/collections/own-collection.tsx'
import { OfflineNote } from '../../features/connection/offline-note.tsx'
import { Paper, PaperPage } from '../../features/printing/paper.tsx'
import styles from './accounting.module.css'

/** `/colecta/:id/rendicion`: an account of what a colecta has collected, for its group. */
export function Accounting() {
  return (
    <OwnCollection>
      {(collection) => <AccountingPreview key={collection.id} collection={collection} />}
    </OwnCollection>
  )
}

function AccountingPreview({ collection }: { collection: Collection }) {
  const [hasNames, setHasNames] = useState(true)
  const counted = useCounted(collection)
  const text = accountingText(collection, today(new Date()))

  const controls = (
    <>
      <BackLink to={links.collection(collection.id)}>Volver a la colecta</BackLink>
      <h1 className="page-title">Rendición de cuentas</h1>
      <p className={styles.lead}>
        Para mostrar al grupo qué se juntó. Imprímela, guárdala como PDF o envía el resumen, que no
        nombra a nadie. Lo pendiente y lo rechazado no suma.
      </p>
      <OfflineNote />
      <Checkbox
        label="Con el nombre de quienes aportaron"
        checked={hasNames}
        onChange={({ target }) => setHasNames(target.checked)}
      />
      <div className="row wrap gap-2">
        <Button
          variant="primary"
          icon={Printer}
          disabled={counted.name !== 'ready'}
          onClick={() => window.print()}
        >
          Imprimir
        </Button>
        <CopyButton text={text} label="Copiar resumen" copiedLabel="¡Resumen copiado!" />
        <ButtonLink href={whatsAppLink(text)} icon={MessageCircle}>
          Enviar por WhatsApp
        </ButtonLink>
      </div>
    </>
  )
  return (
    <PaperPage title={`Rendición: ${collection.title}`} controls={controls}>
      {counted.name === 'loading' && <Skeleton rows={8} label="Cargando aportes" />}
      {counted.name === 'failed' && (
        <Failed level={2} title="Error al cargar los aportes" {...counted} />
      )}
      {counted.name === 'ready' && (
        <AccountingSheet collection={collection} counted={counted.answer} hasNames={hasNames} />
      )}
    </PaperPage>
  )
}

interface AccountingSheetProps {
  collection: Collection
  /** null above MOST_COUNTED. */
  counted: Contribution[] | null
  hasNames: boolean
}

function AccountingSheet({ collection, counted, hasNames }: AccountingSheetProps) {
  const { title, totalAmount, amountCollected, amountVerified, confirmedCount } = collection
  const organiser = useUser()?.firstName

  return (
    <Paper label="Rendición" className={styles.paper}>
      <div>
        <h2 className={styles.title}>{title}</h2>
        <p className="muted">
          {organiser && <>Organiza {organiser}. </>}Al {formatDay(today(new Date()))}.
        </p>
      </div>
      <Facts
        layout="grid"
        facts={[
          { label: 'Recaudado', value: <Money amount={amountCollected} /> },
          { label: 'Acreditado en la cuenta', value: <Money amount={amountVerified} /> },
          { label: 'Por verificar', value: <Money amount={amountCollected - amountVerified} /> },
          { label: 'Total a colectar', value: <Money amount={totalAmount} /> },
          { label: 'Aportes', value: formatCount(confirmedCount) },
          { label: 'Cuenta', value: collection.accountIdentifier || 'No especificado' },
        ]}
      />
      {counted === null ? (
        <p className="muted">
          La colecta tiene más de {formatCount(MOST_COUNTED)} aportes: descarga la lista con
          Exportar.
        </p>
      ) : (
        <ol className="ruled small" aria-label="Aportes">
          {counted.map((contribution) => (
            <Row key={contribution.id} contribution={contribution} hasName={hasNames} />
          ))}
        </ol>
      )}
      <footer className={styles.foot}>
        <span className={styles.logo}>
          <Mark className={styles.mark} />
          Entre Todos
        </span>
        <span>Acreditado es lo que quien organiza vio en su cuenta.</span>
      </footer>
    </Paper>
  )
}

function Row({ contribution, hasName }: { contribution: Contribution; hasName: boolean }) {
  const { contributorName, amount, paymentDate, paymentMethod, state } = contribution
  return (
    <li className={styles.row}>
      <span className="muted num">{formatMoment(paymentDate).day}</span>
      <span className={styles.name}>{hasName ? contributorName : METHOD_NAMES[paymentMethod]}</span>
      <span className="muted">{state === 'verified' ? 'Acreditado' : 'Por verificar'}</span>
      <span className={styles.amount}>
        <Money amount={amount} />
      </span>
    </li>
  )
}

/** Contributions on the sheet. Longer lists are for a spreadsheet. */
const MOST_COUNTED = 1_000

/** Loads the contributions that count, the oldest first; null above MOST_COUNTED. Loads again when they may change. */
function useCounted(collection: Collection) {
  const { id, confirmedCount, amountCollected, amountVerified } = collection
  const all = contributionCount(collection)
  const sums = [all, confirmedCount, amountCollected, amountVerified].join(' ')
  const counted = useFresh(async () => (all > MOST_COUNTED ? null : loadCounted(id)))
  const { reload } = counted

  // Without a replica only the sums show that somebody else changed something.
  const known = useRef(sums)
  useEffect(() => {
    if (known.current !== sums) void reload()
    known.current = sums
  }, [sums, reload])
  useEffect(() => onChange(() => void reload()), [reload])
  return counted
}

async function loadCounted(collectionId: string): Promise<Contribution[]> {
  const found: Contribution[] = []
  for (let page = 1; ; page++) {
    const { rows, total } = await askOnce(collectionContributions, {
      collectionId,
      sort: 'date',
      direction: 'asc',
      page,
      size: CONTRIBUTIONS_PER_WINDOW,
    })
    found.push(...rows)
    if (rows.length === 0 || page * CONTRIBUTIONS_PER_WINDOW >= total) {
      return found.filter(({ state }) => state === 'confirmed' || state === 'verified')
    }
  }
}
