import { useEffect, useReducer } from 'react'
import { getPush, turnPushOff, turnPushOn } from '../../../shared/api/push.ts'
import { toBase64url } from '../../../shared/base64url.ts'
import { AppError } from '../../../shared/errors.ts'
import { request } from '../../api/request.ts'
import { useFresh } from '../../api/use-request.ts'

type DeviceNotices =
  | { name: 'loading' | 'unsupported' | 'denied' | 'on' | 'off' }
  | { name: 'failed'; retry: () => void }

/** Whether this device shows new contributions to a colecta. `turnOn` asks for the permission: only at a press. */
export function useDeviceNotices(collectionId: string): {
  state: DeviceNotices
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

function stateOf(known: Known, permission: NotificationPermission | null): DeviceNotices {
  if (permission === null) return { name: 'unsupported' }
  if (permission === 'denied') return { name: 'denied' }
  if (known.name === 'ready') {
    return { name: known.answer.isOn && known.answer.subscription ? 'on' : 'off' }
  }
  return known.name === 'failed' ? { name: 'failed', retry: known.retry } : { name: 'loading' }
}

/** null where the browser shows no notices. */
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

/** null without a service worker, too. */
async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? null
}

/** One for all colectas of this device. A subscription for another key is of an earlier installation. */
async function subscribe(publicKey: string): Promise<PushSubscription> {
  try {
    // It fails where `ready` would wait for ever.
    await navigator.serviceWorker.register('/service-worker.js')
    const { pushManager } = await navigator.serviceWorker.ready
    const before = await pushManager.getSubscription()
    if (before && keyOf(before) === publicKey) return before
    await before?.unsubscribe()
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  } catch (cause) {
    const message = 'Este navegador no pudo activar los avisos. Intenta nuevamente.'
    throw new AppError('unavailable', message, { cause })
  }
}

function keyOf({ options: { applicationServerKey } }: PushSubscription): string | null {
  return applicationServerKey && toBase64url(new Uint8Array(applicationServerKey))
}
