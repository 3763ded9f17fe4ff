import { Card } from '../../components/card.tsx'
import { TilePattern } from '../../components/tile-pattern.tsx'
import styles from './steps.module.css'

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

/** How it works, leaf by leaf. */
export function Steps({ id }: { id: string }) {
  return (
    <section id={id} className={styles.section}>
      <h2 className={styles.title}>Tres pasos y listo</h2>
      <ol className={styles.steps}>
        {STEPS.map(({ art, title, text }) => (
          <li key={title}>
            <Card className={styles.step}>
              <TilePattern rows={art} className={styles.art} />
              <h3>{title}</h3>
              <p>{text}</p>
            </Card>
          </li>
        ))}
      </ol>
    </section>
  )
}
