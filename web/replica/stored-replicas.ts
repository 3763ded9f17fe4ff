/* The IndexedDB databases that hold people's replicas, without the engine: they can be deleted from any page. */
import { deleteDatabase } from '../outbox/indexed-db.ts'

/** The name of IdbFs' IndexedDB database, which is also the path of its files. */
export const mountOf = (name: string) => `/pglite/${name}`

/** Returns the prefix of the names of a person's replica folders. */
export const prefixFor = (personId: string) => `entre-todos-${personId}-`

/** Deletes every replica of this person but the one of that name (S10). */
export async function deleteReplicas(personId: string, but?: string): Promise<void> {
  const names = await foldersNamed(prefixFor(personId))
  await Promise.all(names.filter((name) => name !== but).map(deleteFolder))
}

export function deleteFolder(name: string): Promise<void> {
  return deleteDatabase(mountOf(name))
}

/** Names of all folders that begin so; none if the browser cannot list them. */
export async function foldersNamed(prefix: string): Promise<string[]> {
  const databases = (await indexedDB.databases?.()) ?? []
  return databases
    .map(({ name = '' }) => name)
    .filter((name) => name.startsWith(mountOf(prefix)))
    .map((name) => name.slice(mountOf('').length))
}
