import {
  Check,
  Eye,
  Gift,
  HandCoins,
  type LucideIcon,
  PartyPopper,
  Receipt,
  School,
  Smartphone,
} from 'lucide-react'
import { links } from '../../../shared/links.ts'
import { Avatar } from '../../components/avatar.tsx'
import { ButtonLink } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Icon, IconTile } from '../../components/icon.tsx'
import { Money } from '../../components/money.tsx'
import { Page } from '../../components/page.tsx'
import { Tiles } from '../../components/progress.tsx'
import { TilePattern } from '../../components/tile-pattern.tsx'
import styles from './home.module.css'

const PROMISES = [
  'Sin comisiones nuestras',
  'A tu alias, CBU o CVU',
  'Nadie tiene que registrarse para aportar',
]

/** The home page for visitors. */
export function VisitorHome() {
  return (
    <Page title="Colectas simples">
      <section className={styles.hero}>
        <div className="stack gap-6">
          <h1 className={styles.heroTitle}>Juntar plata entre todos, sin perseguir a nadie</h1>
          <p className={styles.heroLead}>
            Abre una colecta, comparte el enlace y mira llegar cada aporte. El dinero va directo a
            tu cuenta.
          </p>
          <div className="buttons gap-3">
            <ButtonLink to={links.newCollection()} variant="primary" size="lg">
              Crear mi primera colecta
            </ButtonLink>
            <ButtonLink href="#como-funciona" target="_self" size="lg">
              Cómo funciona
            </ButtonLink>
          </div>
          <ul className={styles.promises}>
            {PROMISES.map((promise) => (
              <li key={promise}>
                <Icon of={Check} size={16} />
                {promise}
              </li>
            ))}
          </ul>
        </div>
        <Example />
      </section>
      <Steps id="como-funciona" />
      <Reasons />
      <Occasions />
      <section className={styles.call}>
        <h2>Tu próxima colecta, en dos minutos</h2>
        <p>Crear la cuenta y abrir una colecta no cuesta nada.</p>
        <ButtonLink to={links.register()} variant="primary" size="lg">
          Crear cuenta
        </ButtonLink>
      </section>
    </Page>
  )
}

const STEPS = [
  {
    art: ['oA', 'oo'],
    title: 'Crea la colecta',
    text: 'El motivo, el monto sugerido, la fecha límite y tu alias, CBU o CVU.',
  },
  {
    art: ['pA', 'po'],
    title: 'Comparte el enlace',
    text: 'En el grupo, por mensaje o con un QR. Se abre en cualquier teléfono.',
  },
  {
    art: ['pA', 'pp'],
    title: 'Recibe los aportes',
    text: 'Cada persona transfiere a tu cuenta y lo registra. Tú lo ves al instante.',
  },
]

function Steps({ id }: { id: string }) {
  return (
    <section id={id} className={styles.how}>
      <h2>Tres pasos y listo</h2>
      <ol className={styles.steps}>
        {STEPS.map(({ art, title, text }) => (
          <li key={title}>
            <Card className={styles.step}>
              <TilePattern rows={art} className={styles.art} />
              <h3>{title}</h3>
              <p className="muted">{text}</p>
            </Card>
          </li>
        ))}
      </ol>
    </section>
  )
}

const REASONS: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: HandCoins,
    title: 'El dinero nunca pasa por nosotros',
    text: 'Va directo de cada persona a tu cuenta, sin comisiones nuestras y sin esperas.',
  },
  {
    icon: Eye,
    title: 'Todos ven cómo va',
    text: 'Cuánto se juntó, cuánto falta y hasta cuándo: en una sola página, siempre al día.',
  },
  {
    icon: Smartphone,
    title: 'Se aporta en un minuto',
    text: 'Sin instalar nada ni crear una cuenta: copiar el alias, transferir y registrarlo.',
  },
]

function Reasons() {
  return (
    <section className={styles.why}>
      <h2>Cuentas claras, amistades largas</h2>
      <ul className={styles.reasons}>
        {REASONS.map(({ icon, title, text }) => (
          <li key={title} className={styles.reason}>
            <IconTile icon={icon} size="md" />
            <h3>{title}</h3>
            <p className="muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const OCCASIONS: { icon: LucideIcon; title: string; text: string }[] = [
  { icon: Gift, title: 'Regalos grupales', text: 'La seño, un casamiento, la despedida.' },
  { icon: School, title: 'Actividades escolares', text: 'Egresados, cooperadora, salidas.' },
  { icon: Receipt, title: 'Gastos compartidos', text: 'El consorcio, la casa, el viaje.' },
  { icon: PartyPopper, title: 'Eventos sociales', text: 'Cumpleaños, asados, el equipo.' },
]

function Occasions() {
  return (
    <section className={styles.what}>
      <h2>Para lo que se junta entre varios</h2>
      <ul className={styles.occasions}>
        {OCCASIONS.map(({ icon, title, text }) => (
          <li key={title} className={styles.occasion}>
            <Icon of={icon} size={24} />
            <h3>{title}</h3>
            <p className="muted compact">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const COLLECTED = 486_000_00
const TOTAL = 900_000_00
const SHARE = 15_000_00

function Example() {
  return (
    <div className={styles.example} aria-hidden="true">
      <TilePattern rows={HERO_TILES} />
      <div className={styles.arrival}>
        <Avatar firstName="Juli" />
        <div>
          <div className="strong">
            Juli aportó <Money amount={SHARE} />
          </div>
          <div className="faint tiny">recién</div>
        </div>
      </div>
      <div className={styles.exampleCollection}>
        <div className="row wrap spread gap-3">
          <span className={styles.exampleTitle}>Regalo para la seño Caro</span>
          <span className="num small muted">7 días</span>
        </div>
        <div className={styles.exampleAmounts}>
          <Money amount={COLLECTED} size="lg" />
          <span className="small muted">
            de <Money amount={TOTAL} />
          </span>
        </div>
        <Tiles verified={COLLECTED} confirmed={COLLECTED} total={TOTAL} size="sm" isPublic />
      </div>
    </div>
  )
}

/** From outlined tiles at the top to filled ones; the dot among the outlined is the next contribution. */
export const HERO_TILES = [
  'oo o oo ',
  'o oo o o',
  ' o oA o ',
  'ocpo pcp',
  'lpcppapc',
  'pcSplpcp',
  'apclpcps',
  'pccpApcl',
]
