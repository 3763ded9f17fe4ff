import { LoaderCircle } from 'lucide-react'
import { Icon } from './icon.tsx'
import styles from './spinner.module.css'

/** The one thing that turns. Beside a word, never alone. */
export function Spinner({ size = 18 }: { size?: 16 | 18 | 24 }) {
  return <Icon of={LoaderCircle} size={size} className={styles.spinner} />
}
