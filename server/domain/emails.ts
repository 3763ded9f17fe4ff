import { links } from '../../shared/links.ts'
import type { Sql } from '../../shared/sql.ts'
import { type Email, messageOf } from '../mail/layout.ts'
import * as emails from '../mail/messages.ts'
import { arrivalsEmail } from './arrivals-email.ts'
import type { ComposedEmail, EmailTools } from './composed-email.ts'
import { decisionEmail } from './decision-email.ts'
import { issueChangeToken, issueEmailToken } from './email-tokens.ts'

export type EmailKind = keyof typeof EMAILS

interface Order {
  email: string
  about: string | null
}

/** Composes an e-mail just before it is sent, with a new link (A3). null when it is not needed any more. */
export async function composeEmail(
  tools: EmailTools,
  kind: EmailKind,
  { email, about }: Order,
): Promise<ComposedEmail | null> {
  return EMAILS[kind](tools, email, about ?? '')
}

export function isEmailKind(name: string): name is EmailKind {
  return Object.hasOwn(EMAILS, name)
}

type Compose = (tools: EmailTools, email: string, about: string) => Promise<ComposedEmail | null>

const EMAILS = {
  async confirmation(tools, email) {
    const person = await findPerson(tools.database, email)
    if (!person || person.confirmed) return null
    const token = await issueEmailToken(tools.database, person, 'confirm', tools.now())
    if (!token) return null
    const link = absolute(tools, links.confirmEmail(token))
    return messageOf({ ...person, link }, emails.CONFIRMATION)
  },

  async recovery(tools, email) {
    const person = await findPerson(tools.database, email)
    if (!person) return null
    const token = await issueEmailToken(tools.database, person, 'recover', tools.now())
    if (!token) return null
    const link = absolute(tools, links.resetPassword(token))
    return messageOf({ ...person, link }, emails.RECOVERY)
  },

  'password-changed': aboutPassword(emails.PASSWORD_CHANGED),
  'google-joined': aboutPassword(emails.GOOGLE_JOINED),

  async 'email-change'(tools, email) {
    const change = await issueChangeToken(tools.database, email, tools.now())
    if (!change) return null
    const link = absolute(tools, links.confirmNewEmail(change.token))
    return messageOf({ ...change, email, link }, emails.EMAIL_CHANGE)
  },

  'email-change-asked': aboutPassword(emails.EMAIL_CHANGE_ASKED),
  'email-changed': async (tools, email) =>
    messageOf({ email, link: absolute(tools, links.contact()) }, emails.EMAIL_CHANGED),

  async 'seller-connected'(tools, email) {
    const seller = await findSeller(tools, email)
    return seller && messageOf(seller, emails.sellerConnected(seller.account))
  },

  async 'seller-broken'(tools, email) {
    const seller = await findSeller(tools, email)
    return seller?.isBroken ? messageOf(seller, emails.sellerBroken(seller.account)) : null
  },

  'new-contributions': arrivalsEmail,
  decision: decisionEmail,

  'account-deleted': async (tools, email) =>
    messageOf({ email, link: absolute(tools, links.home()) }, emails.ACCOUNT_DELETED),
} satisfies Record<string, Compose>

/** The button leads to a new password. */
function aboutPassword(message: Email): Compose {
  return async (tools, email) => {
    const person = await findPerson(tools.database, email)
    if (!person) return null
    return messageOf({ ...person, link: absolute(tools, links.forgotPassword()) }, message)
  }
}

function absolute({ origin }: EmailTools, path: string): string {
  return new URL(path, origin).href
}

interface Person {
  id: string
  email: string
  firstName: string
  confirmed: boolean
}

async function findPerson(database: Sql, email: string): Promise<Person | null> {
  const [person] = await database.query<Person>(
    `select id, email, first_name as "firstName", email_confirmed_at is not null as confirmed
     from users
     where email = $1`,
    [email],
  )
  return person ?? null
}

async function findSeller(tools: EmailTools, email: string) {
  const [seller] = await tools.database.query<{
    email: string
    firstName: string
    account: string
    isBroken: boolean
  }>(
    `select u.email, u.first_name as "firstName",
            coalesce(s.account_name, 'la cuenta n.º ' || s.account_id) as account,
            s.broken_at is not null as "isBroken"
     from users u join sellers s on s.user_id = u.id
     where u.email = $1`,
    [email],
  )
  return seller ? { ...seller, link: absolute(tools, links.profile()) } : null
}
