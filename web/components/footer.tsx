import { Link } from 'react-router-dom'
import { links } from '../../shared/links.ts'
import styles from './footer.module.css'

type Entry = [label: string, to: string]

const GUEST_ENTRIES: Entry[] = [
  ['Crear cuenta', links.register()],
  ['Iniciar sesión', links.login()],
]

const ENTRIES: Entry[] = [
  ['Cómo funciona', links.howItWorks()],
  ['Ayuda', links.help()],
  ['Preguntas frecuentes', links.faq()],
  ['Contacto', links.contact()],
  ['Términos', links.terms()],
  ['Privacidad', links.privacy()],
  ['Cookies', links.cookies()],
]

/** The promise, and the pages that have no place elsewhere (specification 2). */
export function Footer({ signedIn = false }: { signedIn?: boolean }) {
  const entries = signedIn ? ENTRIES : [...GUEST_ENTRIES, ...ENTRIES]
  return (
    <footer className={styles.foot}>
      <div className={styles.inside}>
        <span className={styles.promise}>
          Entre Todos nunca guarda tu dinero ni cobra comisión.
        </span>
        <nav aria-label="Pie de página">
          <ul className={styles.links}>
            {entries.map(([label, to]) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}
