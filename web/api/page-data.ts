import { createContext, useContext } from 'react'
import { PAGE_DATA, type PageData } from '../../shared/page-data.ts'

/** The data from which the server rendered the page, or null when it rendered nothing. */
export const PageDataContext = createContext<PageData | null>(null)

export const usePageData = (): PageData | null => useContext(PageDataContext)

/** Reads it from the page. */
export function readPageData(): PageData | null {
  const text = document.getElementById(PAGE_DATA)?.textContent
  return text ? (JSON.parse(text) as PageData) : null
}
