import styles from './key.module.css'

/** A keyboard shortcut: only on wide screens with a mouse, hidden from screen readers. */
export function Key({ name }: { name: string }) {
  return (
    <span className={styles.key} aria-hidden="true">
      {name}
    </span>
  )
}
