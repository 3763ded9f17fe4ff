import { Link } from 'react-router-dom'
import { links } from '../../../shared/links.ts'
import { type Consent, decide } from '../../api/consent.ts'
import { Button } from '../../components/button.tsx'
import { useRootMark } from '../../components/use-root-mark.ts'
import styles from './consent.module.css'

/** Never covers the main action; refusing is as easy as agreeing. */
export function ConsentBanner() {
  useRootMark('consent')
  const decideAndFocus = (choice: Consent['choice']) => {
    decide(choice)
    document.getElementById('contenido')?.focus({ preventScroll: true })
  }
  return (
    <section className={styles.banner} aria-label="Preferencias de cookies">
      <p>
        ¿Podemos contar tu visita? Sin tu nombre, tu email ni tus mensajes.{' '}
        <Link to={`${links.cookies()}#medicion`}>Qué se mide</Link>
      </p>
      <div className={styles.answers}>
        <Button onClick={() => decideAndFocus('rejected')}>Rechazar</Button>
        <Button onClick={() => decideAndFocus('accepted')}>Aceptar</Button>
      </div>
    </section>
  )
}
