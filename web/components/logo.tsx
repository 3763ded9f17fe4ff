import { Link } from 'react-router-dom'
import { links } from '../../shared/links.ts'
import styles from './logo.module.css'
import { Mark } from './mark.tsx'

/** Mark and word; leads home. */
export function Logo() {
  return (
    <Link to={links.home()} className={styles.logo} aria-label="Entre Todos, inicio">
      <Mark className={styles.mark} />
      <span className={styles.word}>Entre Todos</span>
    </Link>
  )
}
