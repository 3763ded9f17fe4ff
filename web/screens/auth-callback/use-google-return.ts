import { useEffect, useState } from 'react'
import { AppError } from '../../../shared/errors.ts'
import { links, safeReturnTo } from '../../../shared/links.ts'
import { signInWithGoogle } from '../../api/account.ts'
import { toldAs } from '../../features/account/told-as.ts'

export type GoogleReturn =
  | { name: 'busy' }
  | { name: 'signed-in'; returnTo: string | null }
  | { name: 'nothing' }
  | { name: 'cancelled' }
  | { name: 'failed'; message: string }

/** What came back in the address, and what the server says to it. */
export function useGoogleReturn(): GoogleReturn {
  const [query] = useState(() => new URLSearchParams(window.location.search))
  const [outcome, setOutcome] = useState<GoogleReturn>(() => atFirst(query))

  useEffect(() => {
    // The code must not stay in the address: a reload, or going back, would try it again.
    window.history.replaceState(window.history.state, '', links.authCallback())
    const code = query.get('code')
    if (code) void finishOnce(code, query.get('state') ?? '').then(setOutcome)
  }, [query])

  return outcome
}

function atFirst(query: URLSearchParams): GoogleReturn {
  if (query.get('code')) return { name: 'busy' }
  const error = query.get('error')
  if (error === null) return { name: 'nothing' }
  if (error === 'access_denied') return { name: 'cancelled' }
  return { name: 'failed', message: 'Error al procesar la autenticación. Intenta nuevamente.' }
}

let finished: { code: string; outcome: Promise<GoogleReturn> } | null = null

/** A code is good once: a screen that is built twice asks once. */
function finishOnce(code: string, state: string): Promise<GoogleReturn> {
  if (finished?.code !== code) finished = { code, outcome: finish(code, state) }
  return finished.outcome
}

async function finish(code: string, state: string): Promise<GoogleReturn> {
  try {
    const returnTo = await toldAs(UNEXPECTED, () => signInWithGoogle({ code, state }))
    return { name: 'signed-in', returnTo: safeReturnTo(returnTo) }
  } catch (error) {
    return { name: 'failed', message: error instanceof AppError ? error.message : UNEXPECTED }
  }
}

const UNEXPECTED = 'Error inesperado. Intenta nuevamente.'
