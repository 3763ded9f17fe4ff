/* The entry point in the browser: hydrates the rendered page, or renders it, and registers the service worker. */
// First, so that every module's rules come after them and override them.
import './styles/tokens.css'
import './styles/base.css'
import './styles/old-browser.css'
import './api/older-browsers.ts'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { readKnownUser } from './api/known-user.ts'
import type { LeftData } from './api/left-data.ts'
import { readPageData } from './api/page-data.ts'
import { startSession } from './api/session.ts'
import { whenIdle } from './api/when-idle.ts'
import { App, preloadScreen, Root } from './app.tsx'
import { onlineOr } from './components/online-or.ts'
import { dropOldDrafts } from './forms/draft.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

dropOldDrafts(new Date(), readKnownUser() === null)
const data = readPageData()
startSession(data, clearLeft)
const preload = () => preloadScreen(window.location.pathname)
// The server-rendered page is shown meanwhile. The failure boundary handles code that cannot be loaded.
await (data ? withRetries(preload) : preload()).catch(() => {})

const program = (
  <Root data={data}>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </Root>
)
// A transition renders in slices: between them a slow phone responds to input.
startTransition(() => {
  if (data) hydrateRoot(root, program)
  else createRoot(root).render(program)
})

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  if (document.readyState === 'complete') registerServiceWorker()
  else window.addEventListener('load', registerServiceWorker, { once: true })
}

/** Waits until the page is idle: on a slow phone the files to cache must not delay it. */
function registerServiceWorker(): void {
  const register = () => void navigator.serviceWorker.register('/service-worker.js').catch(() => {})
  whenIdle(register, { pause: 2_000 })
}

/** Deletes data that ended sessions left. On a failure the next start deletes it. */
function clearLeft(left: LeftData[]): void {
  import('./replica/clear-left-data.ts')
    .then(({ clearLeftData }) => clearLeftData(left, new Date()))
    .catch(() => {})
}

/** For code that is not urgent. Throws the last error. */
async function withRetries(fetchCode: () => Promise<void>): Promise<void> {
  // In ms; sooner when the network is back. A constant below would not exist yet: the module awaits this call.
  for (const pause of [1_000, 4_000, 16_000]) {
    try {
      return await fetchCode()
    } catch {
      await onlineOr(pause)
    }
  }
  return fetchCode()
}
