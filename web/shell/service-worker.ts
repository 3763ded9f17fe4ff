/// <reference lib="webworker" />
/*
 * Requests to /api, also streams, and short links are never cached. For guests the worker caches the files that they
 * have used, loads the newest page when there is a network, and is replaced by a new version without a question. For
 * organisers it caches every screen and the engine; the page comes from the cache at once, and a new version replaces
 * it only when they agree (new-version.tsx).
 */
import type { PushText } from '../../shared/push.ts'
import type { ServiceWorkerMessage } from '../api/service-worker-messages.ts'

declare const self: ServiceWorkerGlobalScope & {
  /** Every file of the build, inserted by it; `revision` only for names without a hash. */
  __WB_MANIFEST: { url: string; revision: string | null }[]
}

const PAGE = '/index.html'
const BUILD = self.__WB_MANIFEST.map(({ url, revision }) => ({ path: `/${url}`, revision }))
const ENGINE = BUILD.map(({ path }) => path).filter((path) => /\.(wasm|data|gz)$/.test(path))
const SCREENS = BUILD.map(({ path }) => path).filter((path) => !ENGINE.includes(path))

/** The page names the program's code by hash, so that every build has another page. */
const VERSION = BUILD.find(({ path }) => path === PAGE)?.revision
const FILES_PREFIX = 'entre-todos-files-'
const FILES = `${FILES_PREFIX}${VERSION}`

let requests = new AbortController()

/** Exists from sign-in to sign-out, and holds the engine's files once they are used. */
const ORGANISER = 'entre-todos-organiser'

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))

self.addEventListener('message', (event) => {
  event.waitUntil(handleMessage(event.data as ServiceWorkerMessage))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/api/') || pathname.startsWith('/c/')) return
  if (request.mode === 'navigate') {
    if (!/\.[^/]*$/.test(pathname)) event.respondWith(page(request))
  } else if (pathname.startsWith('/assets/') || SCREENS.includes(pathname)) {
    event.respondWith(file(request, pathname))
  }
})

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showNotice(event.data.json() as PushText))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(String(event.notification.data)))
})

/** The tag replaces an earlier notice of the same colecta. */
function showNotice({ title, body, url, tag }: PushText): Promise<void> {
  const icon = '/app-icon-192.png'
  return self.registration.showNotification(title, { body, tag, data: url, icon, lang: 'es-AR' })
}

/** Focuses the tab with this page, or opens a new one. Navigates no other tab: a person may be typing in it. */
async function openPage(url: string): Promise<void> {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = tabs.find((tab) => new URL(tab.url).pathname === url)
  await (there ? there.focus() : self.clients.openWindow(url))
}

async function handleMessage(message: ServiceWorkerMessage): Promise<unknown> {
  switch (message) {
    case 'keep-screens':
      return keepScreens()
    case 'keep-engine':
      return keepEngine()
    case 'forget-organiser':
      await endNotices()
      return caches.delete(ORGANISER)
    case 'take-over':
      return self.skipWaiting()
    case 'give-way':
      return giveWay()
  }
}

/** The server drops its subscription with the session. */
async function endNotices(): Promise<void> {
  for (const notice of await self.registration.getNotifications()) notice.close()
  const subscription = await self.registration.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}

/** Aborts this worker's requests: the next worker takes over only when none is left, which may take minutes. */
function giveWay(): void {
  requests.abort()
  requests = new AbortController()
}

/** Caches everything that the last version cached, before this version takes over. */
async function install(): Promise<void> {
  const files = await caches.open(FILES)
  const fresh = await fetchFresh(PAGE)
  await Promise.all(filesNamedIn(await fresh.clone().text()).map((path) => keep(files, path)))
  await files.put(PAGE, fresh)
  if (!(await isOrganiser())) return self.skipWaiting()
  await keepScreens()
  if ((await (await caches.open(ORGANISER)).keys()).length > 0) await keepEngine()
}

/** Deletes caches of older versions, except the last one's, which tabs may still run. */
async function activate(): Promise<void> {
  const versions = (await caches.keys()).filter((name) => name.startsWith(FILES_PREFIX))
  const old = versions.filter((name) => name !== FILES).slice(0, -1)
  await Promise.all(old.map((name) => caches.delete(name)))
  await self.clients.claim()
  if (!(await isOrganiser())) return
  const engine = await caches.open(ORGANISER)
  for (const { url } of await engine.keys()) {
    if (!ENGINE.includes(new URL(url).pathname)) await engine.delete(url)
  }
}

async function page(request: Request): Promise<Response> {
  const kept = await (await caches.open(FILES)).match(PAGE)
  if (kept && (await isOrganiser())) return kept
  try {
    const answer = await fetch(request)
    return answer.status >= 500 && kept ? kept : answer
  } catch (error) {
    if (kept) return kept
    throw error
  }
}

/** Prefers the cache: a file with a hash in its name never changes. */
async function file(request: Request, path: string): Promise<Response> {
  const files = await caches.open(FILES)
  const kept = (await files.match(path)) ?? (await caches.match(path))
  if (kept) return kept
  const answer = await fetch(request, { signal: requests.signal })
  if (!SCREENS.includes(path)) return answer
  if (answer.status === 200) await files.put(path, answer.clone())
  // Deleted with its version: the page that names it must not be opened again.
  if (answer.status === 404) await files.delete(PAGE)
  return answer
}

async function keepScreens(): Promise<void> {
  await caches.open(ORGANISER)
  const files = await caches.open(FILES)
  await Promise.all(SCREENS.map((path) => keep(files, path)))
}

async function keepEngine(): Promise<void> {
  if (!(await isOrganiser())) return
  const engine = await caches.open(ORGANISER)
  for (const path of ENGINE) await keep(engine, path)
}

/** Copies the file from an older version if a hash in its name shows that it is the same. */
async function keep(cache: Cache, path: string): Promise<void> {
  if (await cache.match(path)) return
  const same = path.startsWith('/assets/') ? await caches.match(path) : undefined
  await cache.put(path, same ?? (await fetchFresh(path)))
}

/** Files with a hash in their name may come from the HTTP cache, others may not. */
async function fetchFresh(path: string): Promise<Response> {
  const cache = path.startsWith('/assets/') ? 'default' : 'no-cache'
  const answer = await fetch(path, { cache, signal: requests.signal })
  if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}`)
  return answer
}

function filesNamedIn(html: string): string[] {
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
}

function isOrganiser(): Promise<boolean> {
  return caches.has(ORGANISER)
}
