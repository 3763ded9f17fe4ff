import { useRef, useState } from 'react'
import { asAppError } from '../../shared/errors.ts'

/** Runs one action at a time; `failure` lasts until the next begins. */
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
