import { IconTile } from '../../components/icon.tsx'
import styles from './how-it-goes.module.css'

/** The steps after the form. Only shown when there is room beside it. */
export function HowItGoes({ organiser }: { organiser: string }) {
  const steps = [
    {
      title: 'Transfiere desde tu banco o billetera',
      text: 'Te mostramos la cuenta para copiar.',
    },
    { title: 'Agrega el comprobante', text: 'Una foto o un PDF. Es opcional.' },
    { title: 'Listo', text: `${organiser} lo ve al instante.` },
  ]
  return (
    <ol className={styles.steps}>
      {steps.map(({ title, text }, index) => (
        <li key={title} className={styles.step}>
          <IconTile size="sm">{index + 1}</IconTile>
          <div>
            <div className={styles.title}>{title}</div>
            {text}
          </div>
        </li>
      ))}
    </ol>
  )
}
