import { TOO_MANY_REQUESTS } from '../../../shared/errors.ts'
import { ErrorSummary } from '../../components/error-summary.tsx'

interface GoogleProblemProps {
  /** What the server wrote into the address when it could not send the person to Google. */
  by: string | null
  /** What they wanted, and that it failed. */
  title: string
}

export function GoogleProblem({ by, title }: GoogleProblemProps) {
  switch (by) {
    case 'google':
      return <ErrorSummary title={title} />
    case 'too-many-requests':
      return <ErrorSummary title={TOO_MANY_REQUESTS} />
    default:
      return null
  }
}
