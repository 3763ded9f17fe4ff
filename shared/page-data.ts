import type { PublicCollection } from './collection.ts'
import type { Day } from './dates.ts'

/** What the server knew when it wrote a page: the browser begins with the same, and writes the same. */
export interface PageData {
  /** The day it was in Argentina: a phone's clock may be another's. */
  today: Day
  /** Of the contribution page. */
  collection?: PublicCollection
}

/** Under this id it stands in the page, as JSON. */
export const PAGE_DATA = 'page-data'
