import { useRef, useState } from 'react'
import { asAppError } from '../../shared/errors.ts'

/**
 * Returns `run`, which runs one action at a time, its state `busy`, and `failure`: the message of the last error, until
 * the next action begins.
 *
 * @example const { busy, failure, run } = useAction()
 */
export function useAction(onFailure: (message: string) => void = () => {}) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const isRunning = useRef(false)

  async function run(act: () => Promise<void>): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setFailure(null)
    try {
      await act()
    } catch (error) {
      const { message } = asAppError(error)
      setFailure(message)
      onFailure(message)
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }

  return { busy, failure, run: (act: () => Promise<void>) => void run(act) }
}
