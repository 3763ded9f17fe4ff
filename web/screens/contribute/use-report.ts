import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PublicCollection } from '../../../shared/collection.ts'
import type { ContributionReport } from '../../../shared/contribution.ts'
import type { AppError } from '../../../shared/errors.ts'
import { newId } from '../../../shared/id.ts'
import { type Centavos, formatAmount, parseMoney } from '../../../shared/money.ts'
import { useSession } from '../../api/session.ts'
import { dropDraft, keepDraft, readDraft } from '../../forms/draft.ts'
import { typedInto } from '../../forms/typed-into.ts'
import { useForm } from '../../forms/use-form.ts'
import type { FirstQuestion } from './ask-first.ts'
import type { FoundDraft } from './found-draft-note.tsx'
import { loadSteps, type Steps } from './load-steps.ts'

/**
 * A report on its way: the form as typed, then the steps. The draft holds all of it until the
 * server has answered, with the id that makes the report one however often it is sent. On a phone
 * the way to the bank's app often costs the tab; coming back goes on with the steps.
 */
export function useReport(collection: PublicCollection, onStartOver: () => void) {
  const { id: collectionId, suggestedAmount, checkout } = collection
  const session = useSession()
  const user = session.name === 'signed-in' ? session.user : null
  const draft = `contribute:${collectionId}`
  const [initial] = useState(() => emptyReport(formatAmount(suggestedAmount)))
  const element = useRef<HTMLFormElement>(null)

  /** The name in the draft that was found when the page opened; '' when it has none. */
  const [foundOf, setFoundOf] = useState<string | null>(null)

  const steps = useRef<Steps | null>(null)
  const [underway, setUnderway] = useState<ContributionReport | null>(null)
  const [opening, setOpening] = useState(false)
  const [stepsMissing, setStepsMissing] = useState<AppError | null>(null)
  const [question, setQuestion] = useState<{
    asked: NonNullable<FirstQuestion>
    report: ContributionReport
  } | null>(null)

  const sureOf = useRef<Centavos | null>(null)

  const form = useForm({
    initial,
    // Nothing is judged before the rules are here: submitting waits for them.
    check: ({ underway: _, ...typed }) =>
      steps.current?.checkReport({
        ...typed,
        contributorEmail: user?.email ?? typed.contributorEmail,
      }) ?? { ok: false, problems: {} },
    async send(report) {
      // A restored draft was in the steps, so its questions were answered before.
      const asked = now().underway
        ? null
        : await steps.current?.askFirst(collection, report, {
            signedIn: user !== null,
            // A provider's page shows the amount again before it is paid.
            isSure: sureOf.current === report.amount || methodIn(now()) !== null,
          })
      if (asked) setQuestion({ asked, report })
      else await begin(report)
    },
  })
  const { values, now, change } = form
  /** Null for a transfer, also where what was picked once is offered no more. */
  const methodIn = ({ method }: TypedReport) =>
    checkout?.find((offered) => offered === method) ?? null
  const forgotten = useRef(false)

  async function begin(report: ContributionReport) {
    setQuestion(null)
    const method = methodIn(now())
    // A draft in the dialogs is a transfer, although the method picked before is offered again.
    if (method && !now().underway) {
      const payer = user ? 'logged' : 'guest'
      await steps.current?.goToCheckout(collectionId, report, method, payer)
      return
    }
    change({ underway: 'yes' })
    setUnderway(report)
  }

  function submit(event?: FormEvent) {
    event?.preventDefault()
    return open(async () => {
      steps.current ??= await loadSteps()
      await form.submit()
    })
  }

  async function open(way: () => Promise<void>) {
    setOpening(true)
    setStepsMissing(null)
    try {
      await way()
    } catch (error) {
      setStepsMissing(error as AppError)
    } finally {
      setOpening(false)
    }
  }

  // Before anything is painted or drawn anew: React would put the first values back into the fields.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is here already is taken up once
  useLayoutEffect(() => {
    const kept = restored(readDraft(draft))
    if (kept.contributorName || kept.contributorEmail || kept.message) {
      setFoundOf(kept.contributorName ?? '')
    }
    const found = { ...kept, ...typedInto(element.current, initial) }
    if (Object.keys(found).length > 0) change(found)
  }, [])

  // Before it is seen: a phone may drop the page as soon as the steps are there.
  useLayoutEffect(() => {
    if (values !== initial && !forgotten.current) keepDraft(draft, values)
  }, [values, initial, draft])

  // biome-ignore lint/correctness/useExhaustiveDependencies: who signed in lends the name once
  useEffect(() => {
    if (user && now().contributorName === '') {
      change({ contributorName: `${user.firstName} ${user.lastName}` })
    }
  }, [user])

  const resumed = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as it is known who is here
  useEffect(() => {
    if (session.name === 'loading' || resumed.current) return
    resumed.current = true
    if (now().underway) void submit()
  }, [session.name])

  const ownName = user && `${user.firstName} ${user.lastName}`
  const found: FoundDraft | null =
    foundOf === null || foundOf === ownName ? null : { name: foundOf, startOver }

  function startOver() {
    forgotten.current = true
    dropDraft(draft)
    void dropChosenReceipt(now().id)
    onStartOver()
  }

  return {
    found,
    form: {
      ...form,
      element,
      submit,
      busy: opening || form.busy,
      refusal: stepsMissing ?? form.refusal,
      amount: parseMoney(values.amount),
      method: methodIn(values) ?? TRANSFER,
      /** The address of whoever is signed in cannot be changed here. */
      lockedEmail: user?.email ?? null,
    },
    /** The question to answer before the steps. */
    question: question &&
      steps.current && {
        FirstQuestion: steps.current.FirstQuestion,
        question: question.asked,
        report: question.report,
        onContinue() {
          if (question.asked !== 'amount') return void open(() => begin(question.report))
          sureOf.current = question.report.amount
          setQuestion(null)
          void submit()
        },
        onCancel: () => setQuestion(null),
      },
    /** The report as the steps carry it, and the steps themselves; null while the form is on. */
    underway: underway && steps.current && { report: underway, ...steps.current },
    /** Back to the form; to an empty one when the outbox has the report, since it is sent without this page. */
    leave() {
      if (forgotten.current) return onStartOver()
      change({ underway: '' })
      setUnderway(null)
    },
    /** Makes of this report another one than the server knows under its id. */
    renewId() {
      const id = newId()
      forgotten.current = false
      change({ id })
      setUnderway((report) => report && { ...report, id })
    },
    /** Deletes the draft, because the values are stored in the outbox now. */
    forget() {
      forgotten.current = true
      dropDraft(draft)
    },
    /** It came back: what was typed is a draft again. */
    keep() {
      forgotten.current = false
      change({})
    },
  }
}

/** A browser that refuses storage kept none. */
async function dropChosenReceipt(reportId: string): Promise<void> {
  const outbox = await import('../../reports/report-outbox.ts')
  await outbox.dropChosenReceipt(reportId).catch(() => undefined)
}

export type ReportForm = ReturnType<typeof useReport>['form']

export const TRANSFER = 'Transferencia'

function emptyReport(amount: string) {
  return {
    id: newId(),
    amount,
    contributorName: '',
    contributorEmail: '',
    message: '',
    method: TRANSFER as string,
    /** 'yes' while the steps are open. */
    underway: '',
  }
}

type TypedReport = ReturnType<typeof emptyReport>

function restored(draft: Record<string, string>): Partial<TypedReport> {
  const names = Object.keys(emptyReport(''))
  return Object.fromEntries(Object.entries(draft).filter(([name]) => names.includes(name)))
}
