import styles from './setting.module.css'

/** That there are none: also who asked for them hears it. */
export function Notifications({ isSubscribed }: { isSubscribed: boolean }) {
  return (
    <p className={styles.words}>
      {isSubscribed ? 'Las pediste, pero por ahora están' : 'Por ahora están'} desactivadas: lo que
      llega a tus colectas lo ves en tu panel, al momento.
    </p>
  )
}
