import styles from './key.module.css'

/** A key that does what stands beside it. Only where a keyboard is likely, and not read aloud. */
export function Key({ name }: { name: string }) {
  return (
    <span className={styles.key} aria-hidden="true">
      {name}
    </span>
  )
}
