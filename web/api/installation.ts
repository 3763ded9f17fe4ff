import { getInstallation, type Installation } from '../../shared/api/start.ts'
import { request } from './request.ts'
import { useFresh } from './use-request.ts'

let asked: Promise<Installation> | null = null
let known: Installation | undefined

/** Throws an AppError on failure, and then the next call tries again. */
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

/** `isDue`: whether it may be fetched now. */
export function useInstallationState(isDue = true) {
  return useFresh(askInstallation, { initial: known, isDue })
}

/** Returns the installation's settings; null until it is fetched. */
export function useInstallation(isDue = true): Installation | null {
  const state = useInstallationState(isDue)
  return state.name === 'ready' ? state.answer : null
}
