import { Gift, type LucideIcon, PartyPopper, Receipt, School } from 'lucide-react'
import { Icon } from '../../components/icon.tsx'
import styles from './occasions.module.css'

const OCCASIONS: { icon: LucideIcon; title: string; text: string }[] = [
  { icon: Gift, title: 'Regalos grupales', text: 'La seño, un casamiento, la despedida.' },
  { icon: School, title: 'Actividades escolares', text: 'Egresados, cooperadora, salidas.' },
  { icon: Receipt, title: 'Gastos compartidos', text: 'El consorcio, la casa, el viaje.' },
  { icon: PartyPopper, title: 'Eventos sociales', text: 'Cumpleaños, asados, el equipo.' },
]

/** What people use it for. */
export function Occasions() {
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>Para lo que se junta entre varios</h2>
      <ul className={styles.occasions}>
        {OCCASIONS.map(({ icon, title, text }) => (
          <li key={title} className={styles.occasion}>
            <Icon of={icon} size={24} />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
