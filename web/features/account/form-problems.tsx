import type { ReactNode } from 'react'
import type { AppError } from '../../../shared/errors.ts'
import { ErrorSummary } from '../../components/error-summary.tsx'

interface FormProblemsProps {
  /** A form of `useForm`; its controls' names are their ids. */
  form: {
    problemList: { name: string; message: string }[]
    refusal: AppError | null
    failures: number
  }
  children?: ReactNode
}

export function FormProblems({ form, children }: FormProblemsProps) {
  const { problemList, refusal, failures } = form
  if (refusal) {
    return (
      <ErrorSummary title={refusal.message} attempt={failures}>
        {children}
      </ErrorSummary>
    )
  }
  if (problemList.length === 0) return null
  return (
    <ErrorSummary
      title="Revisa estos datos"
      problems={problemList.map(({ name, message }) => ({ id: name, message }))}
      attempt={failures}
    />
  )
}
