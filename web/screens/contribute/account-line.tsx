import { accountWords } from '../../../shared/account-words.ts'
import type { PublicCollection } from '../../../shared/collection.ts'
import styles from './account-line.module.css'

/**
 * Where the money goes, to read and to select before any script is here: one press selects the whole of it.
 * The steps after the form offer it with a button, when it is time to transfer.
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
