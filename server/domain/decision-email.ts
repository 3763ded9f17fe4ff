import { links } from '../../shared/links.ts'
import type { Centavos } from '../../shared/money.ts'
import type { Sql } from '../../shared/sql.ts'
import { messageOf } from '../mail/layout.ts'
import { contributionRejected, contributionVerified } from '../mail/notices.ts'
import type { ComposedEmail, EmailTools } from './composed-email.ts'
import { keyOfReport } from './own-reports.ts'
import { unsubscribeFrom } from './unsubscribe.ts'

interface Decision {
  title: string
  amount: Centavos
  decision: 'verified' | 'rejected'
}

/** Returns null when the decision was undone meanwhile, or the guest wants no e-mails any more. */
export async function decisionEmail(
  tools: EmailTools,
  email: string,
  id: string,
): Promise<ComposedEmail | null> {
  const [decided] = await tools.database.query<Decision>(
    `select k.title, (c.amount * 100)::int8 as amount, g.decision
     from guest_notices g
     join contributions c on c.id = g.contribution_id
     join collections k on k.id = c.collection_id
     where c.id = $1 and c.contributor_email = $2 and c.deleted_at is null
       and g.decision is not null and g.decision is distinct from g.told`,
    [id, email],
  )
  if (!decided) return null
  const recipient = {
    email,
    link: new URL(links.ownReport(id, keyOfReport(tools.secret, id)), tools.origin).href,
    unsubscribe: unsubscribeFrom(tools, 'contribution', id),
  }
  const compose = decided.decision === 'verified' ? contributionVerified : contributionRejected
  return {
    ...messageOf(recipient, compose(decided)),
    settle: (tx) => settleDecision(tx, id, decided.decision),
  }
}

/** Records that the guest was told of a decision: `told`, or the current one. No further e-mail is due for it. */
export async function settleDecision(
  sql: Sql,
  id: string,
  told: string | null = null,
): Promise<void> {
  await sql.query(
    'update guest_notices set told = coalesce($2, decision) where contribution_id = $1',
    [id, told],
  )
}
