import { BellOff, BellRing } from 'lucide-react'
import { useEffect, useReducer } from 'react'
import { getPush, turnPushOff, turnPushOn } from '../../../shared/api/push.ts'
import { toBase64url } from '../../../shared/base64url.ts'
import { AppError } from '../../../shared/errors.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { useFresh } from '../../api/use-request.ts'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/loading.tsx'
import { FailureNote } from '../../components/note.tsx'

export function DeviceNotices({ collectionId }: { collectionId: string }) {
  const { state, turnOn, turnOff } = useDeviceNotices(collectionId)
  const { busy, failure, run } = useAction()

  return (
    <div className="stack gap-2">
      <h3>Avisos en este dispositivo</h3>
      <FailureNote text={failure} />
      {content()}
    </div>
  )

  function content() {
    switch (state.name) {
      case 'loading':
        return <Skeleton rows={1} label="Cargando los avisos de este dispositivo" />
      case 'failed':
        return (
          <div className="row wrap spread gap-3">
            <p className="muted">Para verlos y cambiarlos hace falta conexión.</p>
            <Button onClick={state.retry}>Reintentar</Button>
          </div>
        )
      case 'unsupported':
        return (
          <p className="muted">
            Este navegador no los muestra. En un iPhone o iPad, agrega Entre Todos a la pantalla de
            inicio y ábrelo desde ahí.
          </p>
        )
      case 'denied':
        return (
          <p className="muted">
            Este navegador los tiene bloqueados. Permite las notificaciones de este sitio en la
            configuración del navegador y vuelve aquí.
          </p>
        )
      case 'off':
        return (
          <div className="row wrap spread gap-3">
            <p className="muted">
              Una notificación apenas llega, se corrige o se retira un aporte, también con la página
              cerrada.
            </p>
            <Button icon={BellRing} busy={busy} busyText="Activando…" onClick={() => run(turnOn)}>
              Avisarme en este dispositivo
            </Button>
          </div>
        )
      case 'on':
        return (
          <div className="row wrap spread gap-3">
            <p role="status">Este dispositivo te avisa apenas llega un aporte.</p>
            <Button icon={BellOff} busy={busy} busyText="Un momento…" onClick={() => run(turnOff)}>
              Dejar de avisarme aquí
            </Button>
          </div>
        )
    }
  }
}

type NoticesState =
  | { name: 'loading' | 'unsupported' | 'denied' | 'on' | 'off' }
  | { name: 'failed'; retry: () => void }

/** Call `turnOn` only at a press: it asks the person. */
function useDeviceNotices(collectionId: string): {
  state: NoticesState
  turnOn(): Promise<void>
  turnOff(): Promise<void>
} {
  const params = { id: collectionId }
  const known = useFresh(async () => ({
    ...(await request(getPush, { params })),
    subscription: await findSubscription(),
  }))
  const permission = usePermission()

  async function turnOn() {
    if (known.name !== 'ready') return
    if ((await Notification.requestPermission()) !== 'granted') return known.reload()
    const { endpoint, keys } = (await subscribe(known.answer.publicKey)).toJSON()
    await request(turnPushOn, {
      params,
      input: { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
    })
    await known.reload()
  }

  async function turnOff() {
    await request(turnPushOff, { params })
    await known.reload()
  }

  return { state: stateOf(known, permission), turnOn, turnOff }
}

interface OnDevice {
  isOn: boolean
  publicKey: string
  subscription: PushSubscription | null
}

type Known = ReturnType<typeof useFresh<OnDevice>>

function stateOf(known: Known, permission: NotificationPermission | null): NoticesState {
  if (permission === null) return { name: 'unsupported' }
  if (permission === 'denied') return { name: 'denied' }
  if (known.name === 'ready') {
    return { name: known.answer.isOn && known.answer.subscription ? 'on' : 'off' }
  }
  return known.name === 'failed' ? { name: 'failed', retry: known.retry } : { name: 'loading' }
}

/** Returns null when the browser has no notices. */
function usePermission(): NotificationPermission | null {
  const [, renderAgain] = useReducer((times: number) => times + 1, 0)

  useEffect(() => {
    const stop = new AbortController()
    // The person may come back from the browser's settings.
    window.addEventListener('focus', renderAgain, { signal: stop.signal })
    navigator.permissions
      ?.query({ name: 'notifications' })
      .then((status) => status.addEventListener('change', renderAgain, { signal: stop.signal }))
      .catch(() => {})
    return () => stop.abort()
  }, [])

  return readPermission()
}

function readPermission(): NotificationPermission | null {
  const isSupported =
    'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  return isSupported ? Notification.permission : null
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? null
}

/** One subscription serves all colectas. Replaces one for another key, of an earlier installation. Throws AppError. */
async function subscribe(publicKey: string): Promise<PushSubscription> {
  try {
    // Without a service worker this fails, and `ready` alone would wait for ever.
    const registration = await navigator.serviceWorker.register('/service-worker.js')
    const { pushManager } = await Promise.race([
      navigator.serviceWorker.ready,
      untilDiscarded(registration),
    ])
    const before = await pushManager.getSubscription()
    if (before && keyOf(before) === publicKey) return before
    await before?.unsubscribe()
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  } catch (cause) {
    const message = 'Este navegador no pudo activar los avisos. Intenta nuevamente.'
    throw new AppError('unavailable', message, { cause })
  }
}

/** Rejects when the browser discards a worker that could not be installed. */
function untilDiscarded({ installing }: ServiceWorkerRegistration): Promise<never> {
  return new Promise((_resolve, reject) => {
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'redundant') reject(new Error('The worker was not installed'))
    })
  })
}

function keyOf({ options: { applicationServerKey } }: PushSubscription): string | null {
  return applicationServerKey && toBase64url(new Uint8Array(applicationServerKey))
}
