import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { readPageData } from './api/page-data.ts'
import { startSession } from './api/session.ts'
import { App, preloadScreen } from './app.tsx'
import { Root } from './root.tsx'
import { registerServiceWorker } from './shell/register-service-worker.ts'
import './styles/tokens.css'
import './styles/base.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

startSession()
// Code that does not come is the failure boundary's business, which offers to reload.
await preloadScreen(window.location.pathname).catch(() => {})

const data = readPageData()
const program = (
  <Root data={data}>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </Root>
)
if (data) hydrateRoot(root, program)
else createRoot(root).render(program)

registerServiceWorker()
