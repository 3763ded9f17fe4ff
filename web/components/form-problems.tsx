import { type ReactNode, useMemo } from 'react'
import type { AppError } from '../../shared/errors.ts'
import { ErrorSummary, type Problem } from './error-summary.tsx'

export interface FormProblem {
  /** Of the control. */
  name: string
  message: string
}

interface FormProblemsProps {
  /** A form of `useForm`. */
  form: {
    problemList: FormProblem[]
    refusal: AppError | null
    failures: number
  }
  /** Whether a required field is empty. */
  isIncomplete?: boolean
  /** Returns the summary's line for a problem. By default it links to the control whose id is its name. */
  lineOf?: (problem: FormProblem) => Problem
  /** Title above the server's error, which is the title itself otherwise. */
  failure?: string
  children?: ReactNode
}

/** The summary above a form after a failed submit: the server's error, or links to the fields with a problem. */
export function FormProblems(props: FormProblemsProps) {
  const { form, isIncomplete, lineOf = ownLine, failure, children } = props
  const { problemList, refusal, failures } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: it names the last try, not each key
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
