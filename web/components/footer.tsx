import { Link } from 'react-router-dom'
import { links } from '../../shared/links.ts'
import styles from './footer.module.css'

const ENTRIES: [label: string, to: string][] = [
  ['Cómo funciona', links.howItWorks()],
  ['Ayuda', links.help()],
  ['Preguntas frecuentes', links.faq()],
  ['Contacto', links.contact()],
  ['Iniciar sesión', links.login()],
  ['Crear cuenta', links.register()],
  ['Términos', links.terms()],
  ['Privacidad', links.privacy()],
  ['Cookies', links.cookies()],
]

/** The promise, and every page that has no place elsewhere (specification 2). */
export function Footer() {
  return (
    <footer className={styles.foot}>
      <div className={styles.inside}>
        <span className={styles.promise}>
          Entre Todos nunca guarda tu dinero ni cobra comisión.
        </span>
        <nav aria-label="Pie de página">
          <ul className={styles.links}>
            {ENTRIES.map(([label, to]) => (
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
