import { Plus } from 'lucide-react'
import { links } from '../../../shared/links.ts'
import { ButtonLink } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { TilePattern } from '../../components/tile-pattern.tsx'
import styles from './first-steps.module.css'

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

/** An empty dashboard shows what to do first. */
export function FirstSteps() {
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
