/** The components under test, each in a setting small enough to say what happened to it. */
import '../../../../web/styles/tokens.css'
import '../../../../web/styles/base.css'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { Header } from '../../../../web/components/header.tsx'
import { Page } from '../../../../web/components/page.tsx'
import { Toaster } from '../../../../web/components/toaster.tsx'
import { FormScene } from './form-scene.tsx'
import { ListScene } from './list-scene.tsx'
import { OverlayScene } from './overlay-scene.tsx'
import { SyncScene } from './sync-scene.tsx'

const scenes: Record<string, ReactNode> = {
  form: <FormScene />,
  list: <ListScene />,
  overlay: <OverlayScene />,
  sync: <SyncScene />,
}

const lucia = { firstName: 'Lucía', lastName: 'Fernández' }
const scene = scenes[new URLSearchParams(window.location.search).get('scene') ?? '']
const root = document.getElementById('root')
if (!root || !scene) throw new Error('No such scene')

createRoot(root).render(
  <StrictMode>
    <MemoryRouter>
      <Header person={lucia} onSignOut={() => document.body.append('Adiós')} />
      <Page>{scene}</Page>
      <Toaster />
    </MemoryRouter>
  </StrictMode>,
)
