import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router-dom'
import styles from './back-link.module.css'
import { Icon } from './icon.tsx'

/** Above a title, one level up: "Dashboard". */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={styles.back}>
      <Icon of={ArrowLeft} size={16} />
      {children}
    </Link>
  )
}
