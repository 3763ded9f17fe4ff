import { type ReactNode, StrictMode } from 'react'
import type { PageData } from '../shared/page-data.ts'
import { PageDataContext } from './api/page-data.ts'

/** The providers around the program, on the server and in the browser. */
export function Root({ data, children }: { data: PageData | null; children: ReactNode }) {
  return (
    <StrictMode>
      <PageDataContext value={data}>{children}</PageDataContext>
    </StrictMode>
  )
}
