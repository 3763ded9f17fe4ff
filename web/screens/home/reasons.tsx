import { Eye, HandCoins, type LucideIcon, Smartphone } from 'lucide-react'
import { IconTile } from '../../components/icon.tsx'
import styles from './reasons.module.css'

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

/** Why this and not a spreadsheet. */
export function Reasons() {
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>Cuentas claras, amistades largas</h2>
      <ul className={styles.reasons}>
        {REASONS.map(({ icon, title, text }) => (
          <li key={title} className={styles.reason}>
            <IconTile icon={icon} size="md" />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
