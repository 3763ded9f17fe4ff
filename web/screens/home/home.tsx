import { Plus } from 'lucide-react'
import { links } from '../../../shared/links.ts'
import { firstWord } from '../../../shared/text.ts'
import { useSession } from '../../api/session.ts'
import { ButtonLink } from '../../components/button.tsx'
import { Page } from '../../components/page.tsx'
import { TilePattern } from '../../components/tile-pattern.tsx'
import styles from './home.module.css'
import { HERO_TILES, VisitorHome } from './visitor-home.tsx'

/** `/`: explains the product to visitors, and links to the colectas of a signed-in person. */
export function Home() {
  const session = useSession()
  return session.name === 'signed-in' ? <MemberHome person={session.user} /> : <VisitorHome />
}

function MemberHome({ person }: { person: { firstName: string } }) {
  return (
    <Page title="Inicio" className={styles.home}>
      <div className="stack gap-5">
        <h1 className={styles.title}>¡Te damos la bienvenida, {firstWord(person.firstName)}!</h1>
        <p className={styles.lead}>
          Mira cómo van tus colectas o abre una nueva. Con el enlace a mano, el resto llega solo.
        </p>
        <div className="buttons gap-3">
          <ButtonLink to={links.dashboard()} variant="primary" size="lg">
            Ir al dashboard
          </ButtonLink>
          <ButtonLink to={links.newCollection()} size="lg" icon={Plus}>
            Nueva Colecta
          </ButtonLink>
        </div>
      </div>
      <TilePattern rows={HERO_TILES} className={styles.floor} />
    </Page>
  )
}
