import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { readKnownUser } from './api/known-user.ts'
import type { LeftData } from './api/left-data.ts'
import { readPageData } from './api/page-data.ts'
import { startSession } from './api/session.ts'
import { App, preloadScreen } from './app.tsx'
import { dropOldDrafts } from './forms/draft.ts'
import { Root } from './root.tsx'
import { patiently } from './shell/patiently.ts'
import { registerServiceWorker } from './shell/register-service-worker.ts'
import './styles/tokens.css'
import './styles/base.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

dropOldDrafts(new Date(), readKnownUser() === null)
const data = readPageData()
startSession(data, clearLeft)
const preload = () => preloadScreen(window.location.pathname)
// A written page is read meanwhile. Code that does not come is the failure boundary's business.
await (data ? patiently(preload) : preload()).catch(() => {})

const program = (
  <Root data={data}>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </Root>
)
// In slices: between them a slow phone answers who types.
startTransition(() => {
  if (data) hydrateRoot(root, program)
  else createRoot(root).render(program)
})

registerServiceWorker()

/** What does not go now goes the next time the program starts. */
function clearLeft(left: LeftData[]): void {
  import('./replica/clear-left-data.ts')
    .then(({ clearLeftData }) => clearLeftData(left, new Date()))
    .catch(() => {})
}
