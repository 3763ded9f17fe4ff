import { MOST_PEOPLE_AT_ONCE } from './person.ts'

/** One piece after the other, each as large as a mutation may be. */
export async function inPieces<Item>(
  all: readonly Item[],
  send: (piece: Item[]) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < all.length; at += MOST_PEOPLE_AT_ONCE) {
    await send(all.slice(at, at + MOST_PEOPLE_AT_ONCE))
  }
}
