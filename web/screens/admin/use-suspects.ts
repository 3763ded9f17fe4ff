import { useCallback, useEffect, useState } from 'react'
import * as admin from '../../../shared/api/admin.ts'
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
      const { collections } = await request(admin.getSuspectCollections)
      setState({ collections, error: null })
    } catch (error) {
      setState({ collections: null, error: asAppError(error) })
    }
  }, [])

  useEffect(() => void reload(), [reload])

  async function change(sent: Promise<void>): Promise<void> {
    await sent
    await reload()
  }

  return {
    ...state,
    reload,
    suspend: (id: string, reason: string) =>
      change(request(admin.suspendCollection, { params: { id }, input: { reason } })),
    lift: (id: string) => change(request(admin.liftSuspension, { params: { id } })),
    dismiss: (id: string) => change(request(admin.dismissComplaints, { params: { id } })),
  }
}
