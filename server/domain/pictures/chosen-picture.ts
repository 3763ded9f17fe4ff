import { createHash } from 'node:crypto'
import { PICTURE_SIZE } from '../../../shared/collection-picture.ts'
import { AppError } from '../../../shared/errors.ts'
import { jpegSize, withoutMetadata } from '../../../shared/receipt-bytes.ts'
import type { Database } from '../../data/database.ts'
import type { Limits } from '../limits.ts'

interface Tools {
  database: Database
  limits: Limits
}

/** `jpeg`: base64, null removes the picture. Throws AppError: 'not-allowed', 'invalid-input', 'too-many-requests'. */
export async function choosePicture(
  { database, limits }: Tools,
  personId: string,
  collectionId: string,
  jpeg: string | null,
): Promise<string | null> {
  await limits.count('pictures of person', personId)
  const own = await database.asMember(personId, (tx) =>
    tx.query('select from collections where id = $1 and deleted_at is null', [collectionId]),
  )
  if (own.length === 0) {
    throw new AppError('not-allowed', 'No tienes permisos para cambiar esta colecta')
  }
  if (jpeg === null) {
    await database.query('delete from collection_pictures where collection_id = $1', [collectionId])
    return null
  }
  return storePicture(database, collectionId, checked(Buffer.from(jpeg, 'base64')))
}

/** Returns the picture's version, which is part of its URL. */
export async function storePicture(
  database: Database,
  collectionId: string,
  jpeg: Buffer,
): Promise<string> {
  const version = createHash('sha256').update(jpeg).digest('base64url').slice(0, 16)
  await database.query(
    `insert into collection_pictures (collection_id, jpeg, version) values ($1, $2, $3)
     on conflict (collection_id) do update set jpeg = excluded.jpeg, version = excluded.version`,
    [collectionId, jpeg.toString('base64'), version],
  )
  return version
}

/** A photo's metadata names its place and camera. Throws AppError for another size. */
function checked(given: Buffer): Buffer {
  const bytes = withoutMetadata(new Uint8Array(given))
  const size = jpegSize(bytes)
  const { width, height } = PICTURE_SIZE
  if (size?.width !== width || size.height !== height) {
    throw new AppError('invalid-input', 'No pudimos leer la imagen. Elige otra.')
  }
  return Buffer.from(bytes)
}

/** Returns the JPEG, or null. */
export async function chosenPicture(
  database: Database,
  collectionId: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const [found] = await database.query<{ jpeg: string }>(
    'select jpeg from collection_pictures where collection_id = $1',
    [collectionId],
  )
  return found ? new Uint8Array(Buffer.from(found.jpeg, 'base64')) : null
}
