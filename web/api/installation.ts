import { getInstallation, type Installation } from '../../shared/api/start.ts'
import { request } from './request.ts'
import { useFresh } from './use-request.ts'

let asked: Promise<Installation> | null = null
let known: Installation | undefined

/** Fetches the settings of this installation once per page. Throws an AppError on failure; the next call retries. */
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

/** Returns the state of that request. `isDue`: whether it may be sent now. */
export function useInstallationState(isDue = true) {
  return useFresh(askInstallation, { initial: known, isDue })
}

/** Returns the installation's settings; null until it is fetched. */
export function useInstallation(isDue = true): Installation | null {
  const state = useInstallationState(isDue)
  return state.name === 'ready' ? state.answer : null
}
