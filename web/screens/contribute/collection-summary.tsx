import { CalendarDays, Clock, Users } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { bankAccountText } from '../../../shared/bank-account-text.ts'
import type { PublicCollection } from '../../../shared/collection.ts'
import { pictureAddress } from '../../../shared/collection-picture.ts'
import { type Day, daysLeft, daysUntil, formatDay, today } from '../../../shared/dates.ts'
import { percentOf } from '../../../shared/money.ts'
import { acceptsContributions } from '../../../shared/permissions.ts'
import { countOf } from '../../../shared/text.ts'
import { MINUTE } from '../../../shared/time.ts'
import { usePageData } from '../../api/page-data.ts'
import { Avatar } from '../../components/avatar.tsx'
import { CollectionBadge } from '../../components/badge.tsx'
import copy from '../../components/copy.module.css'
import { CopyButton } from '../../components/copy.tsx'
import { Icon } from '../../components/icon.tsx'
import { Money } from '../../components/money.tsx'
import { Tiles } from '../../components/progress.tsx'
import { useHydrated } from '../../components/use-hydrated.ts'
import { CollectionPicture } from '../../features/collections/collection-picture.tsx'
import styles from './contribute.module.css'

/** The collection at the head of the contribution page: organiser, progress and account. */
export function CollectionSummary({ collection }: { collection: PublicCollection }) {
  const {
    id,
    picture,
    organiserName,
    amountCollected,
    totalAmount,
    confirmedCount = 0,
  } = collection
  const { deadline, left } = timeWords(collection, useToday())

  return (
    <section className={styles.summary} aria-labelledby="collection-title">
      {picture && <CollectionPicture src={pictureAddress(id, picture)} />}
      <div className={styles.line}>
        <span className={styles.organiser}>
          <Avatar firstName={organiserName} />
          <span>Organiza {organiserName}</span>
        </span>
        <CollectionBadge status={collection.status} isSuspended={collection.isSuspended} />
      </div>
      <h1 id="collection-title" className={styles.title}>
        {collection.title}
      </h1>
      {collection.description && <p className={styles.description}>{collection.description}</p>}
      <div className={styles.progress}>
        <div className={styles.amounts}>
          <Money amount={amountCollected} size="lg" />
          <span className="muted">
            de <Money amount={totalAmount} />
          </span>
          <strong className={styles.percent}>
            {percentOf(amountCollected, totalAmount)}
            {'\u00a0'}%
          </strong>
        </div>
        <Tiles
          verified={amountCollected}
          confirmed={amountCollected}
          total={totalAmount}
          people={collection.cantidadPersonas}
          isPublic
          isClosed={!acceptsContributions(collection)}
        />
        <div className={styles.time}>
          {confirmedCount > 0 && (
            <span>
              <Icon of={Users} size={16} />
              {countOf(confirmedCount, 'aporte')}
            </span>
          )}
          <span>
            <Icon of={CalendarDays} size={16} />
            {deadline}
          </span>
          {left && (
            <span>
              <Icon of={Clock} size={16} />
              {left}
            </span>
          )}
        </div>
      </div>
      {acceptsContributions(collection) && collection.bankAccount !== '' && (
        <AccountLine collection={collection} />
      )}
    </section>
  )
}

export const SUSPENDED = 'Esta colecta está suspendida'

export function suspendedWords({ organiserName }: PublicCollection): string {
  return `Quien administra Entre Todos la está revisando. Mientras tanto no recibe aportes: no transfieras dinero. Si ya lo hiciste, habla con ${organiserName}.`
}

/** The account to copy. Before the script is loaded one press selects it, and the space of the copy button is empty. */
function AccountLine({ collection }: { collection: PublicCollection }) {
  const { bankAccount, accountIdentifier } = collection
  const { name, text } = bankAccountText(bankAccount)
  const isHydrated = useHydrated()

  return (
    <div className={styles.account}>
      <div className={styles.accountWords}>
        <div className={styles.accountName}>
          {name} de {accountIdentifier}
        </div>
        <div className={copy.value}>{text}</div>
      </div>
      <div className={isHydrated ? undefined : styles.later}>
        <CopyButton
          text={bankAccount}
          label={`Copiar el ${name === 'Alias' ? 'alias' : name}`}
          copiedLabel={`¡${name} copiado!`}
          iconOnly
          outlined
        />
      </div>
    </div>
  )
}

/** Returns the day in Argentina by the clock of this device; before hydration, of the server. */
function useToday(): Day {
  const written = usePageData()?.today
  return useSyncExternalStore(onMinute, currentDay, () => written ?? currentDay())
}

const currentDay = () => today(new Date())

/** The page may stay open over midnight. A sleeping phone runs no timer, so the day is also checked when it wakes. */
function onMinute(check: () => void): () => void {
  const timer = setInterval(check, MINUTE)
  document.addEventListener('visibilitychange', check)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', check)
  }
}

/**
 * 'Fecha límite: 28/11/2026', 'Faltan 7 días'. Only the status closes a collection, not its deadline, unless its
 * organiser asked for that.
 */
export function timeWords(
  { deadline, status, closesAlone }: Pick<PublicCollection, 'deadline' | 'status' | 'closesAlone'>,
  today: Day,
): { deadline: string; left: string | null } {
  const date = formatDay(deadline)
  if (deadline < today) return { deadline: `La fecha límite fue el ${date}`, left: null }
  const left = status === 'abierta' ? daysLeft(daysUntil(deadline, today)) : null
  const words = closesAlone && status === 'abierta' ? 'Cierra sola el' : 'Fecha límite:'
  return { deadline: `${words} ${date}`, left }
}
