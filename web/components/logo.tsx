import { Link } from 'react-router-dom'
import { links } from '../../shared/links.ts'
import styles from './logo.module.css'

export function Logo() {
  return (
    <Link to={links.home()} className={styles.logo} aria-label="Entre Todos, inicio">
      <Mark className={styles.mark} />
      <span className={styles.word}>Entre Todos</span>
    </Link>
  )
}

/** Hidden from screen readers: needs a text beside it. */
export function Mark({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <path
        className={styles.leaves}
        d="M1 1H5.26A9.94 9.94 0 0 1 15.2 10.94V15.2H10.94A9.94 9.94 0 0 1 1 5.26ZM16.8 16.8H21.06A9.94 9.94 0 0 1 31 26.74V31H26.74A9.94 9.94 0 0 1 16.8 21.06ZM15.2 16.8V21.06A9.94 9.94 0 0 1 5.26 31H1V26.74A9.94 9.94 0 0 1 10.94 16.8Z"
      />
      <circle className={styles.dot} cx="23.9" cy="8.1" r="6.4" />
    </svg>
  )
}
