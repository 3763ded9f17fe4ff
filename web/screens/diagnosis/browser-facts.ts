import { useEffect, useState } from 'react'

/** What the program uses of a browser, and whether it is there. */
export function featuresOfBrowser(): Record<string, boolean> {
  return {
    'Web Locks': 'locks' in navigator && Boolean(navigator.locks),
    BroadcastChannel: Boolean(globalThis.BroadcastChannel),
    Worker: Boolean(globalThis.Worker),
    'Service Worker': Boolean(navigator.serviceWorker),
    IndexedDB: hasIndexedDb(),
    WebAssembly: Boolean(globalThis.WebAssembly),
    StorageManager: Boolean(navigator.storage),
  }
}

/** Some browsers throw where they block storage. */
function hasIndexedDb(): boolean {
  try {
    return Boolean(globalThis.indexedDB)
  } catch {
    return false
  }
}

export interface BrowserStorage {
  /** In bytes; null where the browser does not tell. */
  usage: number | null
  quota: number | null
  /** Whether the browser promised to delete nothing by itself. */
  persisted: boolean | null
}

/** null until the browser has told; asked again when `replica` is another. */
export function useBrowserStorage(replica: unknown): BrowserStorage | null {
  const [storage, setStorage] = useState<BrowserStorage | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the replica holds is part of it
  useEffect(() => {
    let isCurrent = true
    void readStorage().then((read) => isCurrent && setStorage(read))
    return () => {
      isCurrent = false
    }
  }, [replica])
  return storage
}

async function readStorage(): Promise<BrowserStorage> {
  const unknown = () => null
  const [estimate, persisted] = await Promise.all([
    navigator.storage?.estimate?.().catch(unknown),
    navigator.storage?.persisted?.().catch(unknown),
  ])
  const { usage = null, quota = null } = estimate ?? {}
  return { usage, quota, persisted: persisted ?? null }
}

/** Names the release: its first script has a hash in its name. */
export function programOfPage(): string {
  const script = document.querySelector<HTMLScriptElement>('script[type=module]')
  return script ? new URL(script.src).pathname : 'desarrollo'
}
