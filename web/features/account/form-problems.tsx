import { type ReactNode, useMemo } from 'react'
import type { AppError } from '../../../shared/errors.ts'
import { ErrorSummary } from '../../components/error-summary.tsx'

interface FormProblemsProps {
  /** A form of `useForm`; its controls' names are their ids. */
  form: {
    problemList: { name: string; message: string }[]
    refusal: AppError | null
    failures: number
  }
  /** Whether a required field is empty. */
  isIncomplete?: boolean
  /** Before a message that does not name its field. */
  names?: Record<string, string>
  /** Above the server's refusal, which is the title otherwise. */
  failure?: string
  children?: ReactNode
}

export function FormProblems({ form, isIncomplete, names, failure, children }: FormProblemsProps) {
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
  const problems = problemList.map(({ name, message }) => ({
    id: name,
    message: named(names?.[name] ?? '', message),
  }))
  return <ErrorSummary title={title} problems={problems} attempt={failures} />
}

function named(field: string, message: string): string {
  const isNamed = message.toLowerCase().includes(field.toLowerCase())
  return isNamed ? message : `${field}: ${message}`
}
