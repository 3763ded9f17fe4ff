import { initials } from '../../shared/text.ts'
import styles from './avatar.module.css'

/** Initials; decoration, because the name is beside it or in the page. */
export function Avatar({ firstName, lastName = '' }: { firstName: string; lastName?: string }) {
  return (
    <span className={styles.avatar} aria-hidden="true">
      {initials(firstName, lastName)}
    </span>
  )
}
