/* Notification e-mails are turned off by a link, without signing in (RFC 8058). */
import { stopEmails } from '../../shared/api/emails.ts'
import { AppError } from '../../shared/errors.ts'
import { isId } from '../../shared/id.ts'
import { links } from '../../shared/links.ts'
import type { Database } from '../data/database.ts'
import type { Unsubscribe } from '../mail/mail.ts'
import { isSigned, sign } from './tokens.ts'

const PURPOSE = 'unsubscribe'

type About = 'collection' | 'contribution' // new contributions of a collection, or decisions about a contribution

export function unsubscribeFrom(
  { origin, secret }: { origin: string; secret: string },
  about: About,
  id: string,
): Unsubscribe {
  const key = sign(secret, PURPOSE, [about, id])
  const path = stopEmails.path.replace(':id', id).replace(':key', key)
  return {
    page: new URL(links.stopEmails(id, key), origin).href,
    oneClick: new URL(`/api${path}`, origin).href,
  }
}

/** Idempotent. Throws AppError('not-found') for a wrong key. */
export async function unsubscribe(
  { database, secret }: { database: Database; secret: string },
  id: string,
  key: string,
): Promise<void> {
  const isOf = (about: About) => isId(id) && isSigned(secret, PURPOSE, [about, id], key)
  if (isOf('collection')) {
    await database.query(
      "update collections set notify = 'never' where id = $1 and notify <> 'never'",
      [id],
    )
  } else if (isOf('contribution')) {
    await database.query('delete from guest_notices where contribution_id = $1', [id])
  } else {
    throw new AppError('not-found', 'El enlace no está completo. Ábrelo otra vez desde el email.')
  }
}
