import { useEffect, useState } from 'react'
import { systemClock } from '../../shared/async.ts'
import { HOUR, SECOND } from '../../shared/time.ts'
import { postToServiceWorker, type ServiceWorkerMessage } from '../api/service-worker-messages.ts'
import toast from '../components/toast.module.css'
import { Toast } from '../components/toast.tsx'

/** Offers the release that a waiting service worker has installed; a press loads it. */
export function NewVersion() {
  const { isAvailable, update } = useNewVersion()
  const [later, setLater] = useState(false)

  return (
    <div className={toast.place} role="status">
      {isAvailable && !later && (
        <Toast
          text="Hay una versión nueva"
          action={{ label: 'Actualizar', onPress: update }}
          onDismiss={() => setLater(true)}
        />
      )}
    </div>
  )
}

/**
 * `update` loads the new release, whose worker then takes over in the other tabs too. A hidden tab reloads at once; one
 * that is visible or has an edited form only offers it.
 */
function useNewVersion(): { isAvailable: boolean; update: () => void } {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null)
  const [replaced, setReplaced] = useState(false)

  useEffect(() => {
    const container = navigator.serviceWorker as ServiceWorkerContainer | undefined
    if (!container) return
    const leaving = new AbortController()
    const { signal } = leaving
    // The first worker of a browser also takes over, and replaces no release.
    let hadWorker = container.controller !== null
    let editedPath: string | null = null

    function onReplaced() {
      const isEdited = editedPath === window.location.pathname
      if (!hadWorker) hadWorker = true
      else if (document.visibilityState === 'hidden' && !isEdited) window.location.reload()
      else setReplaced(true)
    }

    function onInput({ target }: Event) {
      if (target instanceof Element && target.closest('form, dialog')) {
        editedPath = window.location.pathname
      }
    }

    async function watch() {
      const registration = await container?.ready
      if (!registration || signal.aborted) return
      const noteWaiting = () => setWaiting(registration.waiting)
      const follow = () =>
        registration.installing?.addEventListener('statechange', noteWaiting, { signal })
      const ask = () => void registration.update().catch(() => {})
      noteWaiting()
      // The browser looks for a new release while it loads a page, so this code often runs after `updatefound`.
      follow()
      registration.addEventListener('updatefound', follow, { signal })
      const timer = setInterval(ask, HOUR)
      signal.addEventListener('abort', () => clearInterval(timer))
      window.addEventListener('online', ask, { signal })
    }

    container.addEventListener('controllerchange', onReplaced, { signal })
    document.addEventListener('input', onInput, { signal })
    void watch()
    return () => leaving.abort()
  }, [])

  async function update() {
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

  return { isAvailable: waiting !== null || replaced, update }
}
