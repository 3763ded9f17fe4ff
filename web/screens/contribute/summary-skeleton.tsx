import styles from './summary-skeleton.module.css'

/** The shape of a collection on its way. */
export function SummarySkeleton() {
  return (
    <div className={styles.skeleton} role="status" aria-label="Cargando colecta">
      <div className={styles.who} />
      <div className={styles.title} />
      <div className={styles.line} />
      <div className={styles.line} />
      <div className={styles.amount} />
      <div className={styles.tiles} />
    </div>
  )
}
