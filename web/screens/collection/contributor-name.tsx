import type { Contribution } from '../../../shared/contribution.ts'
import styles from './contributor-name.module.css'

type Props = { contribution: Contribution; onOpen: (contribution: Contribution) => void }

/** Who contributed; a press shows everything about it. */
export function ContributorName({ contribution, onOpen }: Props) {
  return (
    <button type="button" className={styles.name} onClick={() => onOpen(contribution)}>
      {contribution.contributorName}
    </button>
  )
}
