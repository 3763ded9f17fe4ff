import type { PublicCollection } from './collection.ts'
import type { Day } from './dates.ts'
import type { User } from './user.ts'

/** What the server knew when it wrote a page: the browser begins with the same, and writes the same. */
export interface PageData {
  /** The day it was in Argentina: a phone's clock may be another's. */
  today: Day
  /** Who asked for a page that depends on it: null where nobody was signed in. */
  user?: User | null
  /** Of the contribution page. */
  collection?: PublicCollection
}

/** Under this id it stands in the page, as JSON. */
export const PAGE_DATA = 'page-data'
