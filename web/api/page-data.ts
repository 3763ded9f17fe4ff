import { createContext, useContext } from 'react'
import { isPageData } from '../../shared/api/start.ts'
import { PAGE_DATA, type PageData } from '../../shared/page-data.ts'

export const PageDataContext = createContext<PageData | null>(null)

export const usePageData = (): PageData | null => useContext(PageDataContext)

/**
 * Returns the data that the server embedded in the page. Returns null when it is absent or has another shape; the page is
 * then rendered instead of hydrated.
 */
export function readPageData(): PageData | null {
  const text = document.getElementById(PAGE_DATA)?.textContent
  const data: unknown = text ? JSON.parse(text) : null
  return isPageData(data) ? data : null
}
