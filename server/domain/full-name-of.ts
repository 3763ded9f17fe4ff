import { clean } from '../../shared/text.ts'
import { MAX_NAME_LENGTH } from '../../shared/user.ts'

export interface FullName {
  firstName: string
  /** Empty for who has none: some people go by one name. */
  lastName: string
}

interface Claims {
  given_name: string
  family_name: string
  name: string
  email: string
}

/**
 * How a provider's claims call somebody, cleaned as a registration is. Without a first and last name
 * the full name is split into its first word and the rest (specification 8); nobody stays nameless.
 */
export function fullNameOf({ given_name, family_name, name, email }: Claims): FullName {
  const given = nameIn(given_name)
  if (given !== '') return { firstName: given, lastName: nameIn(family_name) }
  const [first, ...rest] = clean(name).split(' ')
  return { firstName: nameIn(first || email.replace(/@.*$/, '')), lastName: nameIn(rest.join(' ')) }
}

/** Cleaned again after the cut, which may have gone through a letter. */
function nameIn(text: string): string {
  return clean(clean(text).slice(0, MAX_NAME_LENGTH))
}
