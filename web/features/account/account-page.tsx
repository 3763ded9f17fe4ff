import type { ReactNode } from 'react'
import { Card } from '../../components/card.tsx'
import { Page, useFocusedTitle } from '../../components/page.tsx'
import styles from './account-page.module.css'

interface AccountPageProps {
  /** The heading and the tab's name. A new one takes the focus: something happened. */
  title: string
  lead?: ReactNode
  children: ReactNode
  /** Below the card: the way to the neighbouring page. */
  foot?: ReactNode
}

/** The page of one thing about one's account: signing in, signing up, confirming an address. */
export function AccountPage({ title, lead, children, foot }: AccountPageProps) {
  const heading = useFocusedTitle(title)

  return (
    <Page width="narrow">
      <title>{`${title} · Entre Todos`}</title>
      <Card pageOnPhone className={styles.card}>
        <div className={styles.head}>
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            {title}
          </h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {children}
      </Card>
      {foot && <p className={styles.foot}>{foot}</p>}
    </Page>
  )
}
