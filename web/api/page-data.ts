import { createContext, useContext } from 'react'
import { PAGE_DATA, type PageData } from '../../shared/page-data.ts'

/** What came with the page, or null where the server wrote nothing but its head. */
export const PageDataContext = createContext<PageData | null>(null)

export const usePageData = (): PageData | null => useContext(PageDataContext)

/** As it stands in the page. */
export function readPageData(): PageData | null {
  const text = document.getElementById(PAGE_DATA)?.textContent
  return text ? (JSON.parse(text) as PageData) : null
}
