import { AppError } from '../../shared/errors.ts'
import { NIL_ID } from '../../shared/id.ts'
import type { Transaction } from '../../shared/sql.ts'
import type { DeletionPreview } from '../../shared/user.ts'
import type { Database } from '../data/database.ts'
import type { ReceiptFiles } from '../data/receipt-files.ts'
import type { MailQueue } from './mail-queue.ts'
import { findPasswordHash, isPassword } from './passwords.ts'

interface Tools {
  database: Database
  mailQueue: MailQueue
  files: ReceiptFiles
}

/** Counts what deleteAccount would delete. */
export async function previewDeletion(
  database: Database,
  userId: string,
): Promise<DeletionPreview> {
  const [row] = await database.query<DeletionPreview>(
    `select
       exists (select from passwords where user_id = $1) as "hasPassword",
       (select count(*) from collections where creator_id = $1 and deleted_at is null) as collections,
       (select count(*) from collections
        where creator_id = $1 and deleted_at is null and status = 'abierta') as "openCollections",
       (select count(*) from contributions c
        join collections k on k.id = c.collection_id
        where c.organiser_id = $1 and c.deleted_at is null and k.deleted_at is null) as contributions,
       (select count(*) from contributions
        where contributor_id = $1 and organiser_id <> $1 and deleted_at is null) as "ownContributions"`,
    [userId],
  )
  if (!row) throw new Error('A select without a table returns one row')
  return row
}

/**
 * Deletes an account for good (law 25.326, art. 16), with its collections and their contributions. Own contributions to
 * other collections stay without the person, because the organisers account for the money (art. 16.5). `proof`: the
 * password, or the e-mail for accounts without one. Throws AppError('invalid-input').
 */
export async function deleteAccount(
  tools: Tools,
  person: { id: string; email: string },
  proof: string,
): Promise<void> {
  const { database, mailQueue } = tools
  const hash = await assertProof(database, person, proof)
  await database.transaction(async (tx) => {
    // Reports to these collections wait for this lock, and then find the collection deleted. Elsewhere contributions are
    // locked before their collection, so a deadlock is possible.
    await tx.query('select from collections where creator_id = $1 for update', [person.id])
    const email = await lockPerson(tx, person.id, hash)
    if (email === null) return
    await tx.query(
      `insert into doomed_files (path)
       select r.path from receipts r join collections k on k.id = r.collection_id
       where k.creator_id = $1
       union
       select u.path from uploads u join contributions c on c.id = u.contribution_id
       where c.organiser_id = $1
       on conflict do nothing`,
      [person.id],
    )
    await tx.query(
      `update contributions set contributor_id = null, contributor_email = null
       where organiser_id <> $1 and (contributor_id = $1 or contributor_email = $2)`,
      [person.id, email],
    )
    await tx.query(FORGET_CORRECTED_EMAIL, [person.id, email])
    await tx.query('delete from users where id = $1', [person.id])
    // The lines stay, without the person, because other people's cursors name them (S3).
    await tx.query('update feed set person_id = $2, row_id = $2 where person_id = $1', [
      person.id,
      NIL_ID,
    ])
    await tx.query('delete from mail_queue where email = $1', [email])
    await mailQueue.add(tx, 'account-deleted', email)
  })
  void mailQueue.wake()
}

/** SQL: takes the e-mail $2 out of the corrections that other organisers made of it. */
const FORGET_CORRECTED_EMAIL = `
  update contributions c set corrections = (
    select jsonb_agg(
      case when s.step -> 'contributorEmail' ? $2 then
        jsonb_set(s.step, '{contributorEmail}', (
          select jsonb_agg(nullif(e.email, $2) order by e.place)
          from jsonb_array_elements_text(s.step -> 'contributorEmail') with ordinality e (email, place)
        ))
      else s.step end
      order by s.place
    )
    from jsonb_array_elements(c.corrections) with ordinality s (step, place)
  )
  where c.organiser_id <> $1 and c.corrections is not null
    and jsonb_path_exists(
      c.corrections, '$[*].contributorEmail[*] ? (@ == $email)', jsonb_build_object('email', $2::text)
    )`

/** Deletes the files that `doomed_files` lists. Tries all, then throws the last error; the next call tries again. */
export async function deleteDoomedFiles({ database, files }: Pick<Tools, 'database' | 'files'>) {
  const doomed = await database.query<{ path: string }>('select path from doomed_files')
  let refusal: { error: unknown } | undefined
  for (const { path } of doomed) {
    try {
      await files.delete(path)
    } catch (error) {
      refusal = { error }
      continue
    }
    await database.query('delete from doomed_files where path = $1', [path])
  }
  if (refusal) throw refusal.error
}

/** Returns the hash that the proof was checked against; null for an account without a password. */
async function assertProof(
  database: Database,
  { id, email }: { id: string; email: string },
  proof: string,
): Promise<string | null> {
  const hash = await findPasswordHash(database, id)
  if (hash === null) {
    if (proof.trim().toLowerCase() === email) return null
    throw new AppError('invalid-input', 'Escribe el email de tu cuenta, tal como está arriba.', {
      field: 'proof',
    })
  }
  if (!(await isPassword(proof, hash))) throw wrongPassword()
  return hash
}

/** Returns the e-mail; null when another request has deleted the account. Throws when the password changed meanwhile. */
async function lockPerson(
  tx: Transaction,
  id: string,
  hash: string | null,
): Promise<string | null> {
  const [person] = await tx.query<{ email: string }>(
    'select email from users where id = $1 for update',
    [id],
  )
  if (!person) return null
  const [password] = await tx.query<{ hash: string }>(
    'select hash from passwords where user_id = $1 for update',
    [id],
  )
  if ((password?.hash ?? null) !== hash) throw wrongPassword()
  return person.email
}

function wrongPassword(): AppError {
  return new AppError('invalid-input', 'La contraseña no es correcta.', { field: 'proof' })
}
