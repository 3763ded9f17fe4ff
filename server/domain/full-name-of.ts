import { clean } from '../../shared/text.ts'
import { MAX_NAME_LENGTH } from '../../shared/user.ts'

export interface FullName {
  firstName: string
  lastName: string
}

interface Claims {
  given_name: string
  family_name: string
  name: string
  email: string
}

/** A provider's claims. Splits a full name after its first word; without any name, uses the e-mail. */
export function fullNameOf({ given_name, family_name, name, email }: Claims): FullName {
  const given = nameIn(given_name)
  if (given !== '') return { firstName: given, lastName: nameIn(family_name) }
  const [first, ...rest] = clean(name).split(' ')
  return { firstName: nameIn(first || email.replace(/@.*$/, '')), lastName: nameIn(rest.join(' ')) }
}

/** Cleaned again after the cut, which may have split a character. */
function nameIn(text: string): string {
  return clean(clean(text).slice(0, MAX_NAME_LENGTH))
}
