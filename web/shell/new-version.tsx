import { useEffect, useState } from 'react'
import { systemClock } from '../../shared/async.ts'
import { HOUR, SECOND } from '../../shared/time.ts'
import { postToServiceWorker, type ServiceWorkerMessage } from '../api/service-worker-messages.ts'
import toast from '../components/toast.module.css'
import { Toast } from '../components/toast.tsx'

export function NewVersion() {
  const { isThere, open } = useNewVersion()
  const [later, setLater] = useState(false)

  return (
    <div className={toast.place} role="status">
      {isThere && !later && (
        <Toast
          text="Hay una versión nueva"
          action={{ label: 'Actualizar', onPress: open }}
          onDismiss={() => setLater(true)}
        />
      )}
    </div>
  )
}

/** When another tab accepts the version, this tab reloads, unless it is visible or a form was edited: then it asks, too. */
function useNewVersion(): { isThere: boolean; open: () => void } {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null)
  const [replaced, setReplaced] = useState(false)

  useEffect(() => {
    const container = navigator.serviceWorker as ServiceWorkerContainer | undefined
    if (!container) return
    const leaving = new AbortController()
    const { signal } = leaving
    let hadOne = container.controller !== null
    let typedAt: string | null = null

    function onReplaced() {
      const isTyping = typedAt === window.location.pathname
      if (!hadOne) hadOne = true
      else if (document.visibilityState === 'hidden' && !isTyping) window.location.reload()
      else setReplaced(true)
    }

    function onInput({ target }: Event) {
      if (target instanceof Element && target.closest('form, dialog')) {
        typedAt = window.location.pathname
      }
    }

    async function watch() {
      const registration = await container?.ready
      if (!registration || signal.aborted) return
      const update = () => setWaiting(registration.waiting)
      const ask = () => void registration.update().catch(() => {})
      update()
      registration.addEventListener(
        'updatefound',
        () => registration.installing?.addEventListener('statechange', update, { signal }),
        { signal },
      )
      const timer = setInterval(ask, HOUR)
      signal.addEventListener('abort', () => clearInterval(timer))
      window.addEventListener('online', ask, { signal })
    }

    container.addEventListener('controllerchange', onReplaced, { signal })
    document.addEventListener('input', onInput, { signal })
    void watch()
    return () => leaving.abort()
  }, [])

  async function open() {
    const reload = () => window.location.reload()
    if (!waiting || replaced) return reload()
    navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
    // The order matters, and so does repeating it: Chromium checks once whether the old worker is idle, and then not
    // for minutes; the worker may be caching files at that moment.
    while (waiting.state === 'installed') {
      await postToServiceWorker('give-way')
      waiting.postMessage('take-over' satisfies ServiceWorkerMessage)
      await systemClock.sleep(SECOND)
    }
  }

  return { isThere: waiting !== null || replaced, open }
}
