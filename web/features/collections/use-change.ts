import { CircleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { AppError } from '../../../shared/errors.ts'
import { useToast } from '../../components/toasts.ts'

/**
 * Runs one change at a time, however often it is pressed. What went wrong is told with the way to
 * try again: the server's own sentence where it refused, `failure` where nothing came back.
 */
export function useChange() {
  const toast = useToast()
  const running = useRef(false)
  const [busy, setBusy] = useState(false)

  async function change(run: () => Promise<void>, failure: string): Promise<void> {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await run()
    } catch (error) {
      toast({
        text: refusalOf(error) ?? failure,
        icon: CircleAlert,
        action: { label: 'Reintentar', onPress: () => void change(run, failure) },
      })
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return { busy, change }
}

function refusalOf(error: unknown): string | null {
  if (!(error instanceof AppError)) return null
  return error.code === 'unavailable' || error.code === 'internal' ? null : error.message
}
