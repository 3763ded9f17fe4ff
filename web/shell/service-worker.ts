/// <reference lib="webworker" />
/*
 * Requests to /api, also streams, and short links are never cached. For guests the worker caches the files that they
 * have used, loads the newest page when there is a network, and is replaced by a new version without a question. For
 * organisers it caches every screen and the engine; the page comes from the cache at once, and a new version replaces
 * it only when they agree (new-version.tsx).
 */
import '../api/older-browsers.ts'
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

/** The page contains the hashes of the scripts, so its revision differs in every build. */
const VERSION = BUILD.find(({ path }) => path === PAGE)?.revision
const FILES_PREFIX = 'entre-todos-files-'
const FILES_CACHE = `${FILES_PREFIX}${VERSION}`

/** In the cache of a version that took over. A newer one may have replaced it before, or its installation failed. */
const RAN = '/ran'

/** Aborts the requests under way. */
let aborter = new AbortController()

/** The cache of an organiser's browser: exists from sign-in to sign-out, and holds the engine once a replica runs. */
const ORGANISER_CACHE = 'entre-todos-organiser'

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
  const open = tabs.find((tab) => new URL(tab.url).pathname === url)
  await (open ? open.focus() : self.clients.openWindow(url))
}

async function handleMessage(message: ServiceWorkerMessage): Promise<unknown> {
  switch (message) {
    case 'keep-screens':
      return keepScreens()
    case 'keep-engine':
      return keepEngine()
    case 'forget-organiser':
      await endNotices()
      return caches.delete(ORGANISER_CACHE)
    case 'take-over':
      return self.skipWaiting()
    case 'give-way':
      return giveWay()
  }
}

/** Ends push notices on this device; the server deletes the subscription with the session. */
async function endNotices(): Promise<void> {
  for (const notice of await self.registration.getNotifications()) notice.close()
  const subscription = await self.registration.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}

/** Aborts this worker's requests: the next worker takes over only when none is left, which may take minutes. */
function giveWay(): void {
  aborter.abort()
  aborter = new AbortController()
}

/** Caches everything that the last version cached, before this version takes over. */
async function install(): Promise<void> {
  const files = await caches.open(FILES_CACHE)
  const fresh = await fetchFresh(PAGE)
  await Promise.all(filesNamedIn(await fresh.clone().text()).map((path) => keep(files, path)))
  await files.put(PAGE, fresh)
  if (!(await isOrganiser())) return self.skipWaiting()
  await keepScreens()
  const engine = await caches.open(ORGANISER_CACHE)
  const hasEngine = (await engine.keys()).length > 0
  if (hasEngine) await keepEngine()
}

/** Deletes caches of older versions, except that of the last one that ran: tabs may still run it. */
async function activate(): Promise<void> {
  const versions = (await caches.keys()).filter((name) => name.startsWith(FILES_PREFIX))
  const others = versions.filter((name) => name !== FILES_CACHE)
  const last = (await lastThatRan(others)) ?? others.at(-1)
  const old = others.filter((name) => name !== last)
  await Promise.all(old.map((name) => caches.delete(name)))
  await inStorage((files) => files.put(RAN, new Response()))
  await self.clients.claim()
  if (!(await isOrganiser())) return
  const engine = await caches.open(ORGANISER_CACHE)
  for (const { url } of await engine.keys()) {
    if (!ENGINE.includes(new URL(url).pathname)) await engine.delete(url)
  }
}

async function lastThatRan(versions: readonly string[]): Promise<string | undefined> {
  for (const name of versions.toReversed()) {
    if (await (await caches.open(name)).match(RAN)) return name
  }
}

async function page(request: Request): Promise<Response> {
  const cached = await inStorage((files) => files.match(PAGE))
  if (cached && (await isOrganiser())) return cached
  try {
    const response = await fetch(request)
    return response.status >= 500 && cached ? cached : response
  } catch (error) {
    if (cached) return cached
    throw error
  }
}

/** Prefers the cache: a file with a hash in its name never changes. */
async function file(request: Request, path: string): Promise<Response> {
  const cached = await inStorage(async (files) => (await files.match(path)) ?? caches.match(path))
  if (cached) return cached
  const response = await fetch(request, { signal: aborter.signal })
  if (!SCREENS.includes(path)) return response
  if (response.status === 200) await inStorage((files) => files.put(path, response.clone()))
  // The server has a newer build without this file: the cached page, which needs it, must not be opened again.
  if (response.status === 404) await inStorage((files) => files.delete(PAGE))
  return response
}

/** Returns undefined when the disk is full or broken: the network answers then. */
async function inStorage<T>(work: (files: Cache) => Promise<T>): Promise<T | undefined> {
  try {
    return await work(await caches.open(FILES_CACHE))
  } catch {
    return undefined
  }
}

/** Opens the empty ORGANISER_CACHE, too: its existence marks the browser as an organiser's. */
async function keepScreens(): Promise<void> {
  await caches.open(ORGANISER_CACHE)
  const files = await caches.open(FILES_CACHE)
  await Promise.all(SCREENS.map((path) => keep(files, path)))
}

async function keepEngine(): Promise<void> {
  if (!(await isOrganiser())) return
  const engine = await caches.open(ORGANISER_CACHE)
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
  const response = await fetch(path, { cache, signal: aborter.signal })
  if (response.status !== 200) throw new Error(`${path} returned ${response.status}`)
  return response
}

function filesNamedIn(html: string): string[] {
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
}

function isOrganiser(): Promise<boolean> {
  return caches.has(ORGANISER_CACHE)
}
