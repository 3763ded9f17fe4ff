import { CircleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { AppError } from '../../../shared/errors.ts'
import { useToast } from '../../components/toast.tsx'

/**
 * Runs one change of a thing at a time, however often it is pressed. What went wrong is told with the
 * way to try again: the server's own sentence where it refused, `failure` where nothing came back.
 */
export function useChange() {
  const toast = useToast()
  const running = useRef(new Set<string>())
  const [busy, setBusy] = useState(false)

  async function change(run: () => Promise<void>, failure: string, thing = ''): Promise<void> {
    if (running.current.has(thing)) return
    running.current.add(thing)
    setBusy(true)
    try {
      await run()
    } catch (error) {
      toast({
        text: refusalOf(error) ?? failure,
        icon: CircleAlert,
        action: { label: 'Reintentar', onPress: () => void change(run, failure, thing) },
      })
    } finally {
      running.current.delete(thing)
      setBusy(running.current.size > 0)
    }
  }

  return { busy, change }
}

function refusalOf(error: unknown): string | null {
  if (!(error instanceof AppError)) return null
  return error.code === 'unavailable' || error.code === 'internal' ? null : error.message
}
