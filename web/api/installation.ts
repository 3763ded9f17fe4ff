import { getInstallation, type Installation } from '../../shared/api/start.ts'
import { request } from './request.ts'
import { useFresh } from './use-request.ts'

let asked: Promise<Installation> | null = null
let known: Installation | undefined

/** Sends one request per page; after a failure the next call retries. Throws an AppError. */
async function askInstallation(): Promise<Installation> {
  asked ??= request(getInstallation)
  try {
    known = await asked
    return known
  } catch (error) {
    asked = null
    throw error
  }
}

export function useInstallationState(isDue = true) {
  return useFresh(askInstallation, { initial: known, isDue })
}

export function useInstallation(isDue = true): Installation | null {
  const state = useInstallationState(isDue)
  return state.name === 'ready' ? state.answer : null
}
