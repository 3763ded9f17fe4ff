import {
  type FormEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react'
import type { PublicCollection } from '../../../shared/collection.ts'
import type { ContributionReport } from '../../../shared/contribution.ts'
import { AppError, asAppError } from '../../../shared/errors.ts'
import { newId } from '../../../shared/id.ts'
import { formatAmount, parseMoney } from '../../../shared/money.ts'
import { fullName } from '../../../shared/text.ts'
import { useSession } from '../../api/session.ts'
import { type Draft, dropDraft, keepDraft, readDraft } from '../../forms/draft.ts'
import { typedInto } from '../../forms/typed-into.ts'
import { useForm } from '../../forms/use-form.ts'
import type { FoundDraft } from './found-draft-note.tsx'
import type { ReportQuestion } from './report-question.tsx'
import { FORM, nextReportFlow, type OpenDialog } from './report-steps.ts'
import type { amountToTransfer, askFirst, checkReport, goToCheckout } from './submit-report.ts'
import type { TransferFlow } from './transfer-flow.tsx'

/**
 * The contribution form and the effects of report-steps.ts. A phone often drops the tab for the bank's app: until the
 * outbox has the report, the draft has its values and its id, and a reload opens the dialogs again.
 */
export function useReport(collection: PublicCollection, onStartOver: () => void) {
  const { id: collectionId, suggestedAmount, checkout } = collection
  const session = useSession()
  const user = session.name === 'signed-in' ? session.user : null
  const draft = `contribute:${collectionId}`
  const [initial] = useState(() => emptyReport(formatAmount(suggestedAmount)))
  const element = useRef<HTMLFormElement>(null)
  /** The name in the draft found when the page opened; '' if the draft has none. */
  const [foundOf, setFoundOf] = useState<string | null>(null)
  const code = useRef<NextCode | null>(null)
  const [flow, dispatch] = useReducer(nextReportFlow, FORM)
  const { step, underway, isStored } = flow

  const form = useForm({
    initial,
    check: (typed) =>
      code.current?.checkReport({
        ...typed,
        contributorEmail: user?.email ?? typed.contributorEmail,
      }) ?? { ok: false, problems: {} },
    send,
  })
  const { values, now, change } = form
  /** null for a transfer, also if the picked method is no longer offered. */
  const methodIn = ({ method }: TypedReport) =>
    checkout?.find((offered) => offered === method) ?? null

  // Above the effects that fill: its own effect runs a render later.
  const fill = useFill(element, values, change)

  // Before the first paint: otherwise React puts its initial values back into the fields.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is here already is taken up once
  useLayoutEffect(() => {
    const kept = readDraft(draft)
    if (kept.contributorName || kept.contributorEmail || kept.message) {
      setFoundOf(kept.contributorName ?? '')
    }
    const found = { ...valuesIn(kept), ...typedInto(element.current, initial) }
    if (Object.keys(found).length > 0) fill(found)
    // Earlier releases stored 'yes'.
    if (kept.underway) {
      dispatch({
        type: 'draft-found',
        dialog: kept.underway === 'confirm' ? 'confirm' : 'transfer',
      })
    }
    const form = element.current
    return () => writeInto(form, initial)
  }, [])

  // Before the paint: a phone may drop the page as soon as the dialogs are visible.
  useLayoutEffect(() => {
    if (isStored || values === initial) return
    keepDraft(draft, { ...values, underway: underway ?? '' })
  }, [values, initial, draft, underway, isStored])

  const ownName = user ? fullName(user) : ''
  /** The name that the session has filled in. It goes with its person (S10). */
  const filledName = useRef('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the session fills in the name once
  useEffect(() => {
    const before = filledName.current
    filledName.current = ownName
    if (ownName !== before && now().contributorName === before) fill({ contributorName: ownName })
  }, [ownName])

  useEffect(() => {
    if (step.name === 'returning' && session.name !== 'loading') dispatch({ type: 'session-known' })
  }, [step, session.name])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each step
  useEffect(() => {
    switch (step.name) {
      case 'loading':
        void load()
        break
      case 'checking':
        void form.submit().then(() => dispatch({ type: 'submit-ended' }))
    }
  }, [step])

  async function load(): Promise<void> {
    try {
      code.current ??= await loadNextCode()
      dispatch({ type: 'loaded' })
    } catch (error) {
      dispatch({ type: 'load-failed', error: asAppError(error) })
    }
  }

  /** After the check, asks a question, opens the provider's page, or opens the dialogs of a transfer. */
  async function send(report: ContributionReport): Promise<void> {
    if (!code.current) return
    dispatch({ type: 'checked', report })
    // A draft in the dialogs is a transfer, although the method picked before is offered again.
    const method = () => (underway ? null : methodIn(now()))
    if (step.name === 'checking' && step.asks) {
      const question = await code.current.askFirst(collection, report, {
        signedIn: user !== null,
        // A provider's page shows the amount again before it is paid.
        isSure: flow.sureOf === report.amount || method() !== null,
      })
      if (question) return dispatch({ type: 'question-found', question })
    }
    const checkoutMethod = method()
    if (!checkoutMethod) {
      const amount = await code.current.amountToTransfer(collection, report, now().ownAmount)
      const account = now().account || collection.bankAccount
      change({ ownAmount: `${report.amount} ${amount}`, account })
      return dispatch({ type: 'transfer-began', amount })
    }
    dispatch({ type: 'payment-began' })
    await code.current.goToCheckout(collectionId, report, checkoutMethod, user?.id ?? null)
  }

  function submit(event?: FormEvent) {
    event?.preventDefault()
    dispatch({ type: 'submitted' })
  }

  function startOver() {
    dropDraft(draft)
    void dropChosenReceipt(now().id)
    onStartOver()
  }

  const isOwn = user !== null && foundOf === ownName
  const found: FoundDraft | null = foundOf === null || isOwn ? null : { name: foundOf, startOver }

  return {
    found,
    /** Something was typed, found in a draft, or filled in from the session. */
    isBegun: values !== initial || step.name !== 'form',
    form: {
      ...form,
      element,
      submit,
      busy: ['loading', 'checking', 'asking', 'paying'].includes(step.name),
      refusal: (step.name === 'form' && step.failure) || form.refusal,
      amount: parseMoney(values.amount),
      method: methodIn(values) ?? TRANSFER,
      /** A signed-in person's address cannot be changed here. */
      lockedEmail: user?.email ?? null,
    },
    question: step.name === 'asked' &&
      code.current && {
        ReportQuestion: code.current.ReportQuestion,
        props: {
          question: step.question,
          collection,
          report: step.report,
          onContinue: () => dispatch({ type: 'continued' }),
          onCancel: () => dispatch({ type: 'cancelled' }),
        },
      },
    transfer: step.name === 'transferring' &&
      code.current && {
        TransferFlow: code.current.TransferFlow,
        props: {
          collection,
          report: step.report,
          isOwnAmount: step.report.amount !== parseMoney(values.amount),
          isOtherAccount: values.account !== '' && values.account !== collection.bankAccount,
          found,
          firstDialog: underway ?? 'transfer',
          wantsNotice: values.notify === 'yes',
          onNotice: (isWanted: boolean) => change({ notify: isWanted ? 'yes' : '' }),
          operation: values.operation,
          onOperation: (operation: string) => change({ operation }),
          onDialogOpened: (dialog: OpenDialog) => dispatch({ type: 'dialog-opened', dialog }),
          onStored() {
            dropDraft(draft)
            dispatch({ type: 'stored' })
          },
          onRefused(error: AppError) {
            // The server has another report with this id.
            const id = error.code === 'conflict' ? newId() : step.report.id
            change({ id })
            keepDraft(draft, { ...now(), underway: 'confirm' })
            dispatch({ type: 'refused', id })
          },
          /** Returns to the form: to an empty one if the outbox has the report, because it sends without this page. */
          onLeave: () => (isStored ? onStartOver() : dispatch({ type: 'left' })),
        },
      },
  }
}

/** Returns a function that writes found texts into the form. The next letter replaces one written under the cursor. */
function useFill(
  form: RefObject<HTMLFormElement | null>,
  values: TypedReport,
  change: (found: Partial<TypedReport>) => void,
) {
  const filledUnderCursor = useRef<HTMLInputElement | HTMLTextAreaElement | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once the field has the text
  useLayoutEffect(() => {
    filledUnderCursor.current?.select()
    filledUnderCursor.current = null
  }, [values])

  return (found: Partial<TypedReport>) => {
    const field = document.activeElement
    const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    if (isText && field.form === form.current && field.value === '' && field.name in found) {
      filledUnderCursor.current = field
    }
    change(found)
  }
}

/** Firefox keeps the text of a rendered field that a script removes, and restores it at a reload: for another person. */
function writeInto(form: HTMLFormElement | null, values: Record<string, string>): void {
  for (const [name, text] of Object.entries(values)) {
    const field = form?.elements.namedItem(name)
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
      field.value = text
  }
}

export type ReportForm = ReturnType<typeof useReport>['form']

export const TRANSFER = 'Transferencia'

function emptyReport(amount: string) {
  return {
    id: newId(),
    repeatKey: newId(),
    amount,
    contributorName: '',
    contributorEmail: '',
    message: '',
    method: TRANSFER as string,
    /** 'yes': the person wants an e-mail with the organiser's decision. */
    notify: '',
    /** The number on the receipt, typed after the transfer. */
    operation: '',
    /** '1500000 1500037': the typed amount and the amount to transfer, in centavos. */
    ownAmount: '',
    /** The account that the person saw first, and may have copied. */
    account: '',
  }
}

type TypedReport = ReturnType<typeof emptyReport>

function valuesIn(draft: Draft): Partial<TypedReport> {
  const names = Object.keys(emptyReport(''))
  return Object.fromEntries(Object.entries(draft).filter(([name]) => names.includes(name)))
}

async function dropChosenReceipt(reportId: string): Promise<void> {
  const outbox = await import('../../reports/report-outbox.ts')
  await outbox.dropChosenReceipt(reportId).catch(() => undefined)
}

/** Code loaded when a person touches the form: the rules and the dialogs. */
interface NextCode {
  amountToTransfer: typeof amountToTransfer
  checkReport: typeof checkReport
  askFirst: typeof askFirst
  goToCheckout: typeof goToCheckout
  ReportQuestion: typeof ReportQuestion
  TransferFlow: typeof TransferFlow
}

/** Throws AppError('unavailable'). */
async function loadNextCode(): Promise<NextCode> {
  try {
    const [rules, { ReportQuestion }, { TransferFlow }, { resumeReports }] = await Promise.all([
      import('./submit-report.ts'),
      import('./report-question.tsx'),
      import('./transfer-flow.tsx'),
      import('../../reports/outgoing.ts'),
    ])
    await resumeReports()
    return { ...rules, ReportQuestion, TransferFlow }
  } catch (cause) {
    throw new AppError(
      'unavailable',
      'No pudimos abrir el siguiente paso. Revisa tu conexión e intenta nuevamente.',
      { cause },
    )
  }
}

/** Ignores a failure, because pressing the button loads the code again. */
export function prefetchNextCode(): void {
  loadNextCode().catch(() => {})
}
