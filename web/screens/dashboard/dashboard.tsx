import { Plus } from 'lucide-react'
import { links } from '../../../shared/links.ts'
import { myTotals } from '../../../shared/queries/my-totals.ts'
import { firstWord } from '../../../shared/text.ts'
import { useSession } from '../../api/session.ts'
import { useQuery } from '../../api/use-query.ts'
import { ButtonLink } from '../../components/button.tsx'
import { Page } from '../../components/page.tsx'
import { OfflineNote } from '../../features/connection/offline-note.tsx'
import { formatCount } from '../../features/lists/format-count.ts'
import styles from './dashboard.module.css'
import { FirstSteps } from './first-steps.tsx'
import { MyCollections } from './my-collections.tsx'
import { MyContributions } from './my-contributions.tsx'
import { Stats } from './stats.tsx'
import { Tips } from './tips.tsx'

/** `/dashboard`: what a person organises, and what they gave. */
export function Dashboard() {
  const session = useSession()
  const totals = useQuery(myTotals, {})
  const name = session.name === 'signed-in' ? firstWord(session.user.firstName) : ''
  const figures = totals.name === 'ready' ? totals.answer : null
  const isNewHere = figures?.collections === 0

  return (
    <Page className={styles.dashboard}>
      <title>Dashboard · Entre Todos</title>
      <div className={styles.greeting}>
        <div>
          <h1>Hola, {name}</h1>
          <p className={styles.week}>
            {figures && !isNewHere && weekWords(figures.contributionsThisWeek)}
            {isNewHere && 'Te damos la bienvenida a Entre Todos.'}
          </p>
        </div>
        {!isNewHere && (
          <ButtonLink
            to={links.newCollection()}
            variant="primary"
            size="lg"
            block
            icon={Plus}
            className="only-phone"
          >
            Nueva Colecta
          </ButtonLink>
        )}
      </div>
      <OfflineNote />
      {/* Another one for who is new here, and what stands below only then: nothing moves when that is known. */}
      <div key={`${isNewHere}`} className={styles.parts}>
        {isNewHere ? (
          <FirstSteps />
        ) : (
          <>
            <Stats totals={figures} isFailed={totals.name === 'failed'} />
            <MyCollections count={figures ? formatCount(figures.collections) : undefined} />
          </>
        )}
        <div className={styles.below} hidden={totals.name === 'loading'}>
          <MyContributions />
          <Tips />
        </div>
      </div>
    </Page>
  )
}

function weekWords(count: number): string {
  if (count === 0) return 'Esta semana no llegaron aportes.'
  if (count === 1) return 'Esta semana llegó 1 aporte.'
  return `Esta semana llegaron ${formatCount(count)} aportes.`
}
