import { initials } from '../../shared/text.ts'
import styles from './avatar.module.css'

/** A person's initials on a leaf. Decoration: the name stands beside it or is said by the page. */
export function Avatar({ firstName, lastName = '' }: { firstName: string; lastName?: string }) {
  return (
    <span className={styles.avatar} aria-hidden="true">
      {initials(firstName, lastName)}
    </span>
  )
}
