import { useEffect, useRef, useState } from 'react'
import type { PublicCollection } from '../../../shared/collection.ts'
import { type ContributionReport, contributionReport } from '../../../shared/contribution.ts'
import { newId } from '../../../shared/id.ts'
import { formatAmount, parseMoney } from '../../../shared/money.ts'
import { check } from '../../../shared/validation.ts'
import { useSession } from '../../api/session.ts'
import { dropDraft, keepDraft, readDraft } from '../../forms/draft.ts'
import { useForm } from '../../forms/use-form.ts'

/**
 * What a person reports, as typed. The draft outlives the form's own submit: it holds until the
 * server has answered, with the id that makes the report one however often it is sent. On a phone
 * the way to the bank's app often costs the tab; coming back goes on with the steps.
 */
export function useReportForm(
  { id, suggestedAmount }: PublicCollection,
  start: (report: ContributionReport) => Promise<void>,
) {
  const session = useSession()
  const user = session.name === 'signed-in' ? session.user : null
  const draft = `contribute:${id}`

  const [initial] = useState(() => {
    const fresh = {
      id: newId(),
      amount: formatAmount(suggestedAmount),
      contributorName: '',
      contributorEmail: '',
      message: '',
      /** 'yes' while the steps are open. */
      underway: '',
    }
    return { ...fresh, ...only(Object.keys(fresh), readDraft(draft)) }
  })

  const form = useForm({
    initial,
    check: ({ underway: _, ...typed }) =>
      check(contributionReport, {
        ...typed,
        amount: amountOf(typed.amount),
        contributorEmail: user?.email ?? typed.contributorEmail,
        paymentMethod: 'Transferencia',
      }),
    send: start,
  })
  const { values, change, submit } = form

  useEffect(() => {
    if (values !== initial) keepDraft(draft, values)
  }, [values, initial, draft])

  // biome-ignore lint/correctness/useExhaustiveDependencies: who signed in lends the name once
  useEffect(() => {
    if (user && values.contributorName === '') {
      change({ contributorName: `${user.firstName} ${user.lastName}` })
    }
  }, [user])

  const resumed = useRef(false)
  useEffect(() => {
    if (session.name === 'loading' || resumed.current) return
    resumed.current = true
    if (initial.underway) void submit()
  }, [session.name, initial, submit])

  return {
    ...form,
    amount: parseMoney(values.amount),
    /** The address of whoever is signed in cannot be changed here (specification 5). */
    lockedEmail: user?.email ?? null,
    dropDraft: () => dropDraft(draft),
  }
}

export type ReportForm = ReturnType<typeof useReportForm>

/** Missing, unreadable and read are three different things to the rule. */
function amountOf(typed: string): number | undefined {
  return typed.trim() === '' ? undefined : (parseMoney(typed) ?? Number.NaN)
}

function only(names: string[], draft: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(draft).filter(([name]) => names.includes(name)))
}
