import { Link } from 'react-router-dom'
import { links } from '../../shared/links.ts'
import styles from './footer.module.css'

const GUEST_ENTRIES: [label: string, to: string][] = [
  ['Iniciar sesión', links.login()],
  ['Crear cuenta', links.register()],
]

/** The promise, and the pages that have no place elsewhere (specification 2). */
export function Footer({ signedIn = false }: { signedIn?: boolean }) {
  const entries = signedIn ? [] : GUEST_ENTRIES
  return (
    <footer className={styles.foot}>
      <div className={styles.inside}>
        <span className={styles.promise}>
          Entre Todos nunca guarda tu dinero ni cobra comisión.
        </span>
        {entries.length > 0 && (
          <nav aria-label="Pie de página">
            <ul className={styles.links}>
              {entries.map(([label, to]) => (
                <li key={to}>
                  <Link to={to}>{label}</Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </footer>
  )
}
