import { type ReactNode, useMemo } from 'react'
import type { AppError } from '../../shared/errors.ts'
import { ErrorSummary, type Problem } from './error-summary.tsx'

export interface FormProblem {
  name: string
  message: string
}

interface FormProblemsProps {
  form: {
    problemList: FormProblem[]
    refusal: AppError | null
    failures: number
  }
  isIncomplete?: boolean
  /** By default a line links to the control whose id is the problem's name. */
  lineOf?: (problem: FormProblem) => Problem
  /** Title above the server's error, which otherwise is the title itself. */
  failure?: string
  children?: ReactNode
}

/** The summary after a failed submit: the server's error, or links to the fields with a problem. */
export function FormProblems(props: FormProblemsProps) {
  const { form, isIncomplete, lineOf = ownLine, failure, children } = props
  const { problemList, refusal, failures } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: the title changes per attempt, not per key
  const title = useMemo(
    () =>
      isIncomplete ? 'Por favor, completa todos los campos obligatorios' : 'Revisa estos datos',
    [failures],
  )
  if (refusal) {
    const problems = failure ? [{ message: refusal.message }] : []
    return (
      <ErrorSummary title={failure ?? refusal.message} problems={problems} attempt={failures}>
        {children}
      </ErrorSummary>
    )
  }
  if (problemList.length === 0) return null
  return <ErrorSummary title={title} problems={problemList.map(lineOf)} attempt={failures} />
}

const ownLine = ({ name, message }: FormProblem): Problem => ({ id: name, message })
