import { Lightbulb, ListChecks, type LucideIcon, Plus, ShieldCheck, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { links } from '../../../shared/links.ts'
import { type MyTotals, myTotals } from '../../../shared/queries/my-totals.ts'
import { type SharedAccount, sharedAccounts } from '../../../shared/queries/shared-accounts.ts'
import { countOf, firstWord, formatCount } from '../../../shared/text.ts'
import { readStored, store } from '../../api/device-storage.ts'
import { useUser } from '../../api/session.ts'
import { useQuery } from '../../api/use-query.ts'
import { ButtonLink, IconButton } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { classNames } from '../../components/class-names.ts'
import { IconTile } from '../../components/icon.tsx'
import { Money } from '../../components/money.tsx'
import { Note } from '../../components/note.tsx'
import { Page } from '../../components/page.tsx'
import { TilePattern } from '../../components/tile-pattern.tsx'
import { ArrivalAnnouncer } from '../../features/arrivals/arrivals.ts'
import { OfflineNote } from '../../features/connection/offline-note.tsx'
import styles from './dashboard.module.css'
import { MyCollections } from './my-collections.tsx'
import { MyContributions } from './my-contributions.tsx'

/** `/dashboard`. */
export function Dashboard() {
  const totals = useQuery(myTotals, {})
  const accounts = useQuery(sharedAccounts, {})
  const name = firstWord(useUser()?.firstName ?? '')
  const figures = totals.name === 'ready' ? totals.answer : null
  const isNewHere = figures?.collections === 0

  return (
    <Page title="Dashboard" className={styles.dashboard}>
      <div className={styles.greeting}>
        <div>
          <h1 className="page-title">Hola, {name}</h1>
          <p className={styles.week}>
            {figures && !isNewHere && <Week {...figures} />}
            {isNewHere && 'Te damos la bienvenida a Entre Todos.'}
          </p>
        </div>
        {!isNewHere && (
          <ButtonLink to={links.newCollection()} main icon={Plus} className="only-phone">
            Nueva Colecta
          </ButtonLink>
        )}
      </div>
      <OfflineNote />
      <ArrivalAnnouncer collectionId={null} />
      {/* The key changes with the layout of new people: React draws the other parts anew, and nothing moves. */}
      <div key={`${isNewHere}`} className={styles.parts}>
        {isNewHere ? (
          <FirstSteps />
        ) : (
          <>
            <Stats totals={figures} isFailed={totals.name === 'failed'} />
            <MyCollections count={figures ? formatCount(figures.collections) : undefined} />
          </>
        )}
        <div
          className={styles.below}
          hidden={totals.name === 'loading' || accounts.name === 'loading'}
        >
          {accounts.name === 'ready' && <SharedAccounts accounts={accounts.answer} />}
          <MyContributions />
          <Tips />
        </div>
      </div>
    </Page>
  )
}

/** One statement serves all colectas of an account. */
function SharedAccounts({ accounts }: { accounts: SharedAccount[] }) {
  return accounts
    .filter(({ waiting }) => waiting > 0)
    .map(({ account, collections, waiting }) => (
      <Note key={account} icon={ListChecks}>
        {formatCount(collections.length)} colectas reciben en la misma cuenta y tienen{' '}
        {countOf(waiting, 'aporte')} por verificar.{' '}
        <Link to={links.conciliateAccount(account)} className="strong">
          Conciliar con tu resumen
        </Link>
      </Note>
    ))
}

function Week({ contributionsThisWeek, unverified, mostUnverifiedId }: MyTotals) {
  return (
    <>
      {weekText(contributionsThisWeek)}{' '}
      {mostUnverifiedId && (
        <Link
          to={links.review(mostUnverifiedId)}
          className={classNames(styles.waiting, 'strong num')}
        >
          {formatCount(unverified)} por verificar
        </Link>
      )}
    </>
  )
}

function weekText(count: number): string {
  if (count === 0) return 'Esta semana no llegaron aportes.'
  if (count === 1) return 'Esta semana llegó 1 aporte.'
  return `Esta semana llegaron ${formatCount(count)} aportes.`
}

const STATS_TILES = ['  o oo p', ' op Apc ', 'o l c ap', ' p cCp l']

function Stats({ totals, isFailed }: { totals: MyTotals | null; isFailed: boolean }) {
  // A loading figure reserves its space; a failed one says so.
  const none = isFailed ? '—' : '\u00a0'
  return (
    <div className={styles.stats}>
      <Card className={styles.stat}>
        <span className={styles.label}>Colectas Creadas</span>
        <span className={styles.figure}>{totals ? formatCount(totals.collections) : none}</span>
      </Card>
      <Card className={styles.stat}>
        <span className={styles.label}>Total Recaudado</span>
        <span className={styles.figure}>
          {totals ? <Money amount={totals.amountReported} size="lg" /> : none}
        </span>
        <TilePattern rows={STATS_TILES} className={styles.floor} />
      </Card>
    </div>
  )
}

const STEPS = [
  {
    art: ['oA', 'oo'],
    title: 'Crea la colecta',
    text: 'Tres respuestas: para qué, cuánto hace falta y a qué cuenta.',
  },
  {
    art: ['pA', 'po'],
    title: 'Comparte el enlace',
    text: 'Por WhatsApp o donde esté el grupo. Nadie necesita una cuenta para aportar.',
  },
  {
    art: ['pA', 'pp'],
    title: 'Mira cómo llegan',
    text: 'Cada aporte aparece aquí al momento. El dinero va directo a tu cuenta.',
  },
]

function FirstSteps() {
  return (
    <Card className={styles.card} aria-labelledby="first-steps">
      <h2 id="first-steps">Abre tu primera colecta</h2>
      <ol className={styles.steps}>
        {STEPS.map(({ art, title, text }) => (
          <li key={title} className={styles.step}>
            <TilePattern rows={art} className={styles.art} />
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <ButtonLink
        to={links.newCollection()}
        variant="primary"
        size="lg"
        icon={Plus}
        className={styles.start}
      >
        Nueva Colecta
      </ButtonLink>
    </Card>
  )
}

function Tips() {
  return (
    <div className={styles.tips}>
      <Tip icon={Lightbulb} tone="accent" title="Consejos">
        Comparte el enlace en el grupo y recuerda la fecha límite dos días antes: la mayoría aporta
        a último momento.
      </Tip>
      <Tip icon={ShieldCheck} tone="primary" title="Seguridad">
        Un comprobante no prueba que el dinero llegó. Mira tu cuenta y marca cada aporte como
        acreditado.
      </Tip>
    </div>
  )
}

type TipProps = { icon: LucideIcon; tone: 'accent' | 'primary'; title: string; children: string }

/** Stays until a person hides it on this device. */
function Tip({ icon, tone, title, children }: TipProps) {
  const key = `tip-${title}`
  const [isHidden, setHidden] = useState(() => readStored(key) === 'hidden')
  if (isHidden) return null
  return (
    <Card className={styles.tip}>
      <IconTile icon={icon} tone={tone} size="md" />
      <div>
        <h2>{title}</h2>
        <p>{children}</p>
      </div>
      <IconButton
        icon={X}
        label={`Ocultar ${title}`}
        edge="end"
        onClick={() => {
          store(key, 'hidden')
          setHidden(true)
        }}
      />
    </Card>
  )
}
