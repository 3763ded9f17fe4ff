import { accountWords } from '../../../shared/account-words.ts'
import type { PublicCollection } from '../../../shared/collection.ts'
import styles from './account-line.module.css'

/**
 * The organiser's account, readable and selectable before the script is loaded: one press selects all of it. The steps
 * after the form show it again with a copy button.
 */
export function AccountLine({ collection }: { collection: PublicCollection }) {
  const { name, text } = accountWords(collection.bankAccount)

  return (
    <div className={styles.line}>
      <div className={styles.label}>
        {name} de {collection.accountIdentifier}
      </div>
      <div className={styles.value}>{text}</div>
    </div>
  )
}
