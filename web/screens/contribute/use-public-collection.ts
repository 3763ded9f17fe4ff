import { useCallback, useEffect, useState } from 'react'
import { getCollection } from '../../../shared/api/start.ts'
import type { PublicCollection } from '../../../shared/collection.ts'
import { AppError } from '../../../shared/errors.ts'
import { usePageData } from '../../api/page-data.ts'
import { request } from '../../api/request.ts'

export type PublicCollectionState =
  | { name: 'loading' }
  | { name: 'ready'; collection: PublicCollection; refresh: () => void }
  | { name: 'missing' }
  | { name: 'failed'; error: AppError; retry: () => void }

type Known =
  | { name: 'loading' | 'missing' }
  | { name: 'ready'; collection: PublicCollection }
  | { name: 'failed'; error: AppError }

/** As rendered with the page, and fresh whenever the page becomes visible again. */
export function usePublicCollection(id: string): PublicCollectionState {
  const written = usePageData()?.collection
  const [known, setKnown] = useState<Known>(() =>
    written?.id === id.toLowerCase() ? { name: 'ready', collection: written } : { name: 'loading' },
  )

  const refresh = useCallback(async () => {
    const answer = await ask(id)
    // A failed refresh keeps the collection on screen.
    setKnown((before) => (answer.name === 'failed' && before.name === 'ready' ? before : answer))
  }, [id])

  const retry = useCallback(() => {
    setKnown({ name: 'loading' })
    void refresh()
  }, [refresh])

  useEffect(() => {
    const refreshIfSeen = () => {
      if (document.visibilityState === 'visible') void refresh()
    }
    void refresh()
    document.addEventListener('visibilitychange', refreshIfSeen)
    window.addEventListener('online', refreshIfSeen)
    return () => {
      document.removeEventListener('visibilitychange', refreshIfSeen)
      window.removeEventListener('online', refreshIfSeen)
    }
  }, [refresh])

  switch (known.name) {
    case 'ready':
      return { ...known, refresh: () => void refresh() }
    case 'failed':
      return { ...known, retry }
    default:
      return { name: known.name }
  }
}

async function ask(id: string): Promise<Known> {
  try {
    return { name: 'ready', collection: await request(getCollection, { params: { id } }) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.code === 'not-found' ? { name: 'missing' } : { name: 'failed', error }
  }
}
