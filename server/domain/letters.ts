import { links } from '../../shared/links.ts'
import type { Sql } from '../../shared/sql.ts'
import { accountDeletedMessage } from '../mail/account-deleted-message.ts'
import { confirmationMessage } from '../mail/confirmation-message.ts'
import { emailChangeMessage } from '../mail/email-change-message.ts'
import { emailChangeAskedMessage, emailChangedMessage } from '../mail/email-changed-message.ts'
import { googleJoinedMessage } from '../mail/google-joined-message.ts'
import type { Message } from '../mail/mail.ts'
import { passwordChangedMessage } from '../mail/password-changed-message.ts'
import { recoveryMessage } from '../mail/recovery-message.ts'
import { sellerBrokenMessage } from '../mail/seller-broken-message.ts'
import { sellerConnectedMessage } from '../mail/seller-connected-message.ts'
import { issueChangeToken, issueEmailToken } from './email-tokens.ts'

export type Letter = keyof typeof LETTERS

interface Tools {
  database: Sql
  origin: string
  now(): Date
}

interface Person {
  id: string
  email: string
  firstName: string
  confirmed: boolean
}

/** With a new link (A3). null when it is not needed any more: no account, or confirmed meanwhile. */
export async function writeLetter(
  tools: Tools,
  letter: Letter,
  email: string,
): Promise<Message | null> {
  return LETTERS[letter](tools, email)
}

export function isLetter(name: string): name is Letter {
  return Object.hasOwn(LETTERS, name)
}

const LETTERS = {
  async confirmation(tools: Tools, email: string): Promise<Message | null> {
    const person = await findPerson(tools.database, email)
    if (!person || person.confirmed) return null
    const token = await issueEmailToken(tools.database, person.id, 'confirm', tools.now())
    return confirmationMessage({ ...person, link: absolute(tools, links.confirmEmail(token)) })
  },

  async recovery(tools: Tools, email: string): Promise<Message | null> {
    const person = await findPerson(tools.database, email)
    if (!person) return null
    const token = await issueEmailToken(tools.database, person.id, 'recover', tools.now())
    return recoveryMessage({ ...person, link: absolute(tools, links.resetPassword(token)) })
  },

  async 'password-changed'(tools: Tools, email: string): Promise<Message | null> {
    const person = await findPerson(tools.database, email)
    return (
      person && passwordChangedMessage({ ...person, link: absolute(tools, links.forgotPassword()) })
    )
  },

  async 'google-joined'(tools: Tools, email: string): Promise<Message | null> {
    const person = await findPerson(tools.database, email)
    return (
      person && googleJoinedMessage({ ...person, link: absolute(tools, links.forgotPassword()) })
    )
  },

  async 'email-change'(tools: Tools, email: string): Promise<Message | null> {
    const wish = await issueChangeToken(tools.database, email, tools.now())
    return (
      wish &&
      emailChangeMessage({
        ...wish,
        email,
        link: absolute(tools, links.confirmNewEmail(wish.token)),
      })
    )
  },

  async 'email-change-asked'(tools: Tools, email: string): Promise<Message | null> {
    const person = await findPerson(tools.database, email)
    return (
      person &&
      emailChangeAskedMessage({ ...person, link: absolute(tools, links.forgotPassword()) })
    )
  },

  async 'email-changed'(tools: Tools, email: string): Promise<Message | null> {
    return emailChangedMessage({ email, link: absolute(tools, links.contact()) })
  },

  async 'seller-connected'(tools: Tools, email: string): Promise<Message | null> {
    const seller = await findSeller(tools, email)
    return seller && sellerConnectedMessage(seller)
  },

  async 'seller-broken'(tools: Tools, email: string): Promise<Message | null> {
    const seller = await findSeller(tools, email)
    return seller?.isBroken ? sellerBrokenMessage(seller) : null
  },

  async 'account-deleted'(tools: Tools, email: string): Promise<Message | null> {
    return accountDeletedMessage({ email, link: absolute(tools, links.home()) })
  },
}

function absolute({ origin }: Tools, path: string): string {
  return new URL(path, origin).href
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

async function findSeller(tools: Tools, email: string) {
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
