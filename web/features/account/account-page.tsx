import { type ReactNode, useEffect } from 'react'
import { type NavigateOptions, useNavigate } from 'react-router-dom'
import { Card } from '../../components/card.tsx'
import { Page, useFocusedTitle } from '../../components/page.tsx'
import styles from './account-page.module.css'

interface AccountPageProps {
  title: string
  lead?: ReactNode
  children: ReactNode
  foot?: ReactNode
}

export function AccountPage({ title, lead, children, foot }: AccountPageProps) {
  const heading = useFocusedTitle(title)

  return (
    <Page title={title} width="narrow">
      <Card pageOnPhone className="stack gap-6">
        <div className="stack gap-2">
          <h1 ref={heading} tabIndex={-1} className="large">
            {title}
          </h1>
          {lead && <p className="muted breaks">{lead}</p>}
        </div>
        {children}
      </Card>
      {foot && <p className={styles.foot}>{foot}</p>}
    </Page>
  )
}

const REDIRECT_MS = 2_000

/** The page also needs a link, for people who do not want to wait. */
export function useRedirect(to: string, options: NavigateOptions = { replace: true }): void {
  const navigate = useNavigate()

  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const timer = setTimeout(() => navigate(to, options), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [])
}
