import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type AppError, asAppError } from '../../shared/errors.ts'
import type { Checked, Problems } from '../../shared/validation.ts'
import { dropDraft, keepDraft, onDraftDropped, readDraft } from './draft.ts'

interface Options<Values extends Record<string, string>, Parsed> {
  initial: Values
  /** Typed values survive a reload under this name, until the form is sent. */
  draft?: string
  secret?: readonly (keyof Values & string)[]
  keepsDraft?: boolean
  /** The draft has only what differs from `initial`: another device may change the other fields meanwhile (S12). */
  draftsChanges?: boolean
  /** Returns new values when another tab has sent this draft, for example a new id. */
  renew?: () => Partial<Values>
  check(values: Values): Checked<Parsed>
  /** An AppError with a field appears beside it, any other above the form. */
  send(value: Parsed): Promise<void>
}

export interface FormControls<Name extends string> {
  control(name: Name): {
    name: string
    value: string
    onChange: (event: { target: { value: string } }) => void
  }
  field(name: Name): { id: string; error: string | undefined }
}

/** Submits once, however often the button is pressed. An invalid field is checked at every key until it is valid. */
export function useForm<Values extends Record<string, string>, Parsed>({
  initial,
  draft,
  secret = [],
  keepsDraft = false,
  draftsChanges = false,
  renew,
  check,
  send,
}: Options<Values, Parsed>) {
  const [values, setValues] = useState<Values>(() => restored(initial, draft))
  /** Two changes may happen before a render. */
  const latest = useRef(values)
  const [problems, setProblems] = useState<Problems>({})
  const [refusal, setRefusal] = useState<AppError | null>(null)
  const [busy, setBusy] = useState(false)
  /** Grows with every failed try, so that the summary takes the focus again. */
  const [failures, setFailures] = useState(0)
  const sending = useRef(false)
  const sent = useRef(false)

  function set(changed: Partial<Values>) {
    latest.current = { ...latest.current, ...changed }
    setValues(latest.current)
  }

  function isDrafted(name: string): boolean {
    if (secret.includes(name)) return false
    return !draftsChanges || latest.current[name] !== initial[name]
  }

  function change(changed: Partial<Values>) {
    set(changed)
    // A field that blurs after the form was sent changes its value once more: that is no draft.
    if (draft && !sent.current) keepDraft(draft, pick(latest.current, isDrafted))
    if (Object.keys(problems).length > 0) setProblems(stillWrong(problems, check(latest.current)))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is called then is that of the draft
  useEffect(() => {
    if (draft && renew) return onDraftDropped(draft, () => set(renew()))
  }, [draft])

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    if (sending.current) return
    const checked = check(latest.current)
    setRefusal(null)
    setProblems(checked.ok ? {} : checked.problems)
    if (!checked.ok) {
      setFailures((count) => count + 1)
      return
    }
    sending.current = true
    setBusy(true)
    try {
      await send(checked.value)
      sent.current = true
      if (draft && !keepsDraft) dropDraft(draft)
    } catch (cause) {
      const error = asAppError(cause)
      if (error.field !== undefined && error.field in latest.current) {
        setProblems({ [error.field]: error.message })
      } else {
        setRefusal(error)
      }
      setFailures((count) => count + 1)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  /** Drops the draft and closes the form's dialog, unless the form is being sent. */
  function cancel(close: () => void): void {
    if (sending.current) return
    if (draft) dropDraft(draft)
    close()
  }

  return {
    values,
    now: () => latest.current,
    change,
    /** `<Input {...form.control('title')} />` */
    control: (name: keyof Values & string) => ({
      name,
      value: values[name],
      onChange: (event: { target: { value: string } }) =>
        change({ [name]: event.target.value } as Partial<Values>),
    }),
    /** `<Field label="Motivo" {...form.field('title')}>` */
    field: (name: keyof Values & string) => ({ id: name, error: problems[name] }),
    problems,
    problemList: Object.keys(initial)
      .filter((name) => problems[name] !== undefined)
      .map((name) => ({ name, message: problems[name] ?? '' })),
    refusal,
    failures,
    busy,
    submit,
    cancel,
  }
}

function restored<Values extends Record<string, string>>(initial: Values, draft?: string): Values {
  if (!draft) return initial
  const kept = Object.entries(readDraft(draft)).filter(([name]) => name in initial)
  return { ...initial, ...Object.fromEntries(kept) }
}

function pick(
  values: Record<string, string>,
  isPicked: (name: string) => boolean,
): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => isPicked(name)))
}

/** Fields without a problem are checked at the next submit. */
function stillWrong(marked: Problems, checked: Checked<unknown>): Problems {
  if (checked.ok) return {}
  const entries = Object.keys(marked).flatMap((name) => {
    const problem = checked.problems[name]
    return problem === undefined ? [] : [[name, problem] as const]
  })
  return Object.fromEntries(entries)
}
