/*
 * A backup is a folder that needs no program of ours to be read, the same from either engine:
 *
 *   manifest.json        what this file describes; written last, so a folder that has one is whole
 *   tables/NAME.csv      RFC 4180 in UTF-8, without a header, ordered by primary key; every value is
 *                        quoted and null is not; moments in UTC
 *   receipts/PATH        the files of receipts, each under its `path` in tables/receipts.csv
 *   secret               the installation's own (server/data/secret.ts), unless the environment has it
 *   SHA256SUMS           of all these, for `sha256sum -c SHA256SUMS`
 *
 * It holds what the data folder holds, password hashes included: only its owner may read it.
 */
import * as z from 'zod/mini'

export const MANIFEST = 'manifest.json'
export const SUMS = 'SHA256SUMS'
export const SECRET = 'secret'

const FORMAT = 1 // another number for another layout than the one above

const count = z.number().check(z.nonnegative())
const name = z.string().check(z.regex(/^[a-z_][a-z0-9_]*$/))
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

export const manifest = z.object({
  format: z.literal(FORMAT),
  takenAt: z.iso.datetime(),
  engine: z.enum(['embedded', 'postgres']),
  migrations: z.array(z.object({ file: z.string(), checksum: z.string() })),
  /** Parents before those that refer to them. */
  tables: z.array(z.object({ name, columns: z.array(name), rows: count, sha256 })),
  receipts: z.object({
    count,
    bytes: count,
    missing: z.array(z.string()),
  }),
  secret: z.enum(['here', 'elsewhere']),
})

export type Manifest = z.infer<typeof manifest>
export type SavedTable = Manifest['tables'][number]

export const newManifest = (parts: Omit<Manifest, 'format'>): Manifest => ({
  format: FORMAT,
  ...parts,
})

export const tableFile = (table: string) => `tables/${table}.csv`
export const receiptFile = (path: string) => `receipts/${path}`
