import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { type NavigateOptions, useNavigate } from 'react-router-dom'
import { Card } from './card.tsx'
import styles from './narrow-page.module.css'
import { Page } from './page.tsx'
import { useTimer } from './use-timer.ts'

interface NarrowPageProps {
  mark?: ReactNode
  title: string
  lead?: ReactNode
  children: ReactNode
  foot?: ReactNode
}

/** A page with one narrow card, for forms and results. A changed title takes the focus. */
export function NarrowPage({ mark, title, lead, children, foot }: NarrowPageProps) {
  const heading = useFocusedTitle(title)

  return (
    <Page title={title} width="narrow">
      <Card pageOnPhone className="stack gap-6">
        <div className="stack gap-2">
          {mark && <div className={styles.mark}>{mark}</div>}
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

/** Returns a ref for a heading that takes the focus when its title changes. */
function useFocusedTitle(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(title)

  useEffect(() => {
    if (shown.current === title) return
    shown.current = title
    heading.current?.focus()
  }, [title])

  return heading
}

const REDIRECT_MS = 2_000

/** Goes to `to` after two seconds. The page also needs a link, for people who do not want to wait. */
export function useRedirect(to: string, options: NavigateOptions = { replace: true }): void {
  const navigate = useNavigate()
  useTimer(() => navigate(to, options), REDIRECT_MS)
}
