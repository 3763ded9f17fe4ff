import { useEffect, useState, useSyncExternalStore } from 'react'
import { asAppError } from '../../shared/errors.ts'
import { SECOND } from '../../shared/time.ts'
import type { User } from '../../shared/user.ts'
import { keepFault } from '../api/faults.ts'
import { onNetwork } from '../api/on-network.ts'
import { postToServiceWorker } from '../api/service-worker-messages.ts'
import { whenIdle } from '../api/when-idle.ts'
import { Shortcuts } from '../features/shortcuts/shortcuts.tsx'
import { SyncBadge } from '../features/sync/sync-badge.tsx'
import { SyncCentre } from '../features/sync/sync-centre.tsx'
import { type Replica, startReplica } from '../replica/replica.ts'

export function MemberTools({ user }: { user: User }) {
  return (
    <>
      {/* The badge comes later and changes its text. Before the button, it moves nothing. */}
      <Sync personId={user.id} />
      <Shortcuts isAdmin={user.isAdmin} />
    </>
  )
}

function Sync({ personId }: { personId: string }) {
  const [replica, setReplica] = useState<Replica | null>(null)
  useEffect(() => {
    const started = startReplica(personId)
    setReplica(started)
    askToPersist()
    const stopFaults = keepPageFaults()
    const cancelDrop = whenIdle(() => void dropOldReviews(personId).catch(() => {}), {
      pause: 5 * SECOND,
    })
    void postToServiceWorker('keep-screens')
    return () => {
      started.stop()
      stopFaults()
      cancelDrop()
    }
  }, [personId])
  return replica && <ShownSync replica={replica} />
}

/** Without persistent storage the browser may delete the replica when space is short. */
function askToPersist(): void {
  const { storage } = navigator as Partial<Navigator>
  void storage?.persist?.().catch(() => {})
}

/** After a failure the next visit tries again. */
async function dropOldReviews(personId: string): Promise<void> {
  const { deleteOldReviews } = await import('../api/statement-store.ts')
  await deleteOldReviews(personId)
}

function keepPageFaults(): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  window.addEventListener('error', ({ error, message }) => keepFault(error ?? message), { signal })
  window.addEventListener('unhandledrejection', ({ reason }) => keepFault(reason), { signal })
  return () => stopping.abort()
}

function ShownSync({ replica }: { replica: Replica }) {
  const state = useSyncExternalStore(replica.onState, replica.state)
  const [open, setOpen] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const run = (work: Promise<unknown>) => {
    setFault(null)
    work.catch((error) => setFault(asAppError(error).message))
  }
  const online = useSyncExternalStore(onNetwork, isOnline)
  const isReady = state.replica === 'ready'
  useEffect(() => {
    if (isReady) void postToServiceWorker('keep-engine')
  }, [isReady])

  const view = {
    ...state,
    online,
    fault,
    retry: (id: string) => run(replica.retry(id)),
    discard: (id: string) => run(replica.discard(id)),
    rebuild: () => run(replica.rebuild()),
  }
  const close = () => {
    setFault(null)
    setOpen(false)
  }
  return (
    <>
      <SyncBadge view={view} onOpen={() => setOpen(true)} />
      {open && <SyncCentre view={view} onClose={close} />}
    </>
  )
}

const isOnline = () => navigator.onLine
