import { useEffect } from 'react'
import { getCollection } from '../../../shared/api/start.ts'
import type { PublicCollection } from '../../../shared/collection.ts'
import { hasCode } from '../../../shared/errors.ts'
import { usePageData } from '../../api/page-data.ts'
import { request } from '../../api/request.ts'
import { useFresh } from '../../api/use-request.ts'

/** As rendered with the page, and fresh whenever the page becomes visible again. null when there is none. */
export function usePublicCollection(id: string) {
  const written = usePageData()?.collection
  const initial = written?.id === id.toLowerCase() ? written : undefined
  const known = useFresh(() => askFor(id), { initial })
  const { reload } = known

  useEffect(() => {
    const reloadIfSeen = () => {
      if (document.visibilityState === 'visible') void reload()
    }
    document.addEventListener('visibilitychange', reloadIfSeen)
    return () => document.removeEventListener('visibilitychange', reloadIfSeen)
  }, [reload])

  return known
}

async function askFor(id: string): Promise<PublicCollection | null> {
  try {
    return await request(getCollection, { params: { id } })
  } catch (error) {
    if (hasCode(error, 'not-found')) return null
    throw error
  }
}
