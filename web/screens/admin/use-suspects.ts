import { useCallback, useEffect, useState } from 'react'
import type { SuspectCollection } from '../../../shared/complaint.ts'
import { type AppError, asAppError } from '../../../shared/errors.ts'
import { request } from '../../api/request.ts'

interface State {
  collections: SuspectCollection[] | null
  error: AppError | null
}

/** The colectas that somebody complained of, or that are suspended. */
export function useSuspects() {
  const [state, setState] = useState<State>({ collections: null, error: null })

  const reload = useCallback(async () => {
    try {
      const answer = await request<{ collections: SuspectCollection[] }>(
        'GET',
        '/api/admin/complaints',
      )
      setState({ collections: answer.collections, error: null })
    } catch (error) {
      setState({ collections: null, error: asAppError(error) })
    }
  }, [])

  useEffect(() => void reload(), [reload])

  async function change(id: string, what: string, body: object = {}): Promise<void> {
    await request('POST', `/api/admin/collections/${id}/${what}`, body)
    await reload()
  }

  return {
    ...state,
    reload,
    suspend: (id: string, reason: string) => change(id, 'suspend', { reason }),
    lift: (id: string) => change(id, 'lift'),
    dismiss: (id: string) => change(id, 'dismiss-complaints'),
  }
}
