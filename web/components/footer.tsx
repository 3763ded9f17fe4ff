import { Link } from 'react-router-dom'
import { links } from '../../shared/links.ts'
import { classNames } from './class-names.ts'
import styles from './footer.module.css'
import { ThemeChoice } from './theme-choice.tsx'

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
]

const BARE_ENTRIES: Entry[] = [
  ['Privacidad', links.privacy()],
  ['Cookies', links.cookies()],
]

const ANALYTICS_ENTRIES: Entry[] = [['Preferencias de cookies', `${links.cookies()}#medicion`]]

type FooterProps = {
  signedIn?: boolean
  hasAnalytics?: boolean
  /** On the contribution page: only links that matter to people who give their data. */
  bare?: boolean
}

export function Footer({ signedIn = false, bare = false, hasAnalytics = false }: FooterProps) {
  const entries = [
    ...(bare || signedIn ? [] : GUEST_ENTRIES),
    ...(bare ? [] : ENTRIES),
    ...BARE_ENTRIES,
    ...(hasAnalytics ? ANALYTICS_ENTRIES : []),
  ]
  return (
    <footer className={classNames(styles.foot, bare && styles.bare)}>
      <div className={styles.inside}>
        {!bare && (
          <span className={styles.promise}>
            Entre Todos nunca guarda tu dinero ni cobra comisión.
          </span>
        )}
        <ThemeChoice />
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
