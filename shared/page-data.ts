import type { PublicCollection } from './collection.ts'
import type { Day } from './dates.ts'
import type { User } from './user.ts'

/** Data embedded in a page rendered on the server. The browser hydrates with the same data. */
export interface PageData {
  /** The day in Argentina, since the device's clock may differ. */
  today: Day
  /** null when nobody is signed in. Absent when the page does not depend on it. */
  user?: User | null
  collection?: PublicCollection
  /** True when Google sign-in is configured. Only on pages that offer it. */
  google?: boolean
}

/** Id of the JSON element in the page. */
export const PAGE_DATA = 'page-data'
