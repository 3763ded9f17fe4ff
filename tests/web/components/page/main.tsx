/* The page of component-pages.ts: shows one sample of the gallery, for tests of components in a browser. */
import '../../../../web/styles/tokens.css'
import '../../../../web/styles/base.css'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { Header } from '../../../../web/components/header.tsx'
import { Page } from '../../../../web/components/page.tsx'
import { FormSample } from '../../../../web/screens/gallery/field-samples.tsx'
import { ListSample } from '../../../../web/screens/gallery/list-sample.tsx'
import { OverlaySample } from '../../../../web/screens/gallery/surface-samples.tsx'
import { SyncSample } from '../../../../web/screens/gallery/sync-sample.tsx'

const samples: Record<string, [title: string, sample: ReactNode]> = {
  form: ['Formularios', <FormSample key="form" />],
  list: ['Listas', <ListSample key="list" />],
  overlay: ['Capas', <OverlaySample key="overlay" />],
  sync: ['Al día', <SyncSample key="sync" />],
}

const lucia = { firstName: 'Lucía', lastName: 'Fernández' }
const [title, sample] =
  samples[new URLSearchParams(window.location.search).get('scene') ?? ''] ?? []
const root = document.getElementById('root')
if (!root || !title || !sample) throw new Error('No such scene')

createRoot(root).render(
  <StrictMode>
    <MemoryRouter>
      <Header person={lucia} onSignOut={() => document.body.append('Adiós')} />
      <Page title={title}>
        <h1>{title}</h1>
        {sample}
      </Page>
    </MemoryRouter>
  </StrictMode>,
)
