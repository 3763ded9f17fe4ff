import { initials } from '../../shared/text.ts'
import styles from './avatar.module.css'

export function Avatar({ firstName, lastName = '' }: { firstName: string; lastName?: string }) {
  return (
    <span className={styles.avatar} aria-hidden="true">
      {initials(firstName, lastName)}
    </span>
  )
}
