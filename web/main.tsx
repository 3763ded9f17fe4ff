import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadSession } from './api/session.ts'
import { App, preloadScreen } from './app.tsx'
import { registerServiceWorker } from './shell/register-service-worker.ts'
import './styles/tokens.css'
import './styles/base.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

void loadSession()
// Code that does not come is the failure boundary's business, which offers to reload.
await preloadScreen(window.location.pathname).catch(() => {})

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

registerServiceWorker()
