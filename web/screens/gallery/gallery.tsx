import type { ReactNode } from 'react'
import { Page } from '../../components/page.tsx'
import { ThemeChoice } from '../../components/theme-choice.tsx'
import { BadgeSamples, ButtonSamples, ProgressSamples } from './element-samples.tsx'
import { FieldSamples, FormSample } from './field-samples.tsx'
import styles from './gallery.module.css'
import { ListSample, ScrollSample } from './list-sample.tsx'
import { OverlaySample, SurfaceSamples } from './surface-samples.tsx'
import { SyncSample } from './sync-sample.tsx'

const SECTIONS: [title: string, samples: ReactNode][] = [
  ['Botones y enlaces', <ButtonSamples key="buttons" />],
  ['Señales', <BadgeSamples key="badges" />],
  ['Campos', <FieldSamples key="fields" />],
  ['Formulario', <FormSample key="form" />],
  ['Progreso', <ProgressSamples key="progress" />],
  ['Superficies', <SurfaceSamples key="surfaces" />],
  ['Listas', <ListSample key="list" />],
  ['Listas sin páginas', <ScrollSample key="scroll" />],
  ['Capas', <OverlaySample key="overlay" />],
  ['Sincronización', <SyncSample key="sync" />],
]

/** `/galeria`: every component in every state, for developers. No page links to it. */
export function Gallery() {
  return (
    <Page title="Galería" className={styles.page}>
      <meta name="robots" content="noindex" />
      <div className={styles.head}>
        <h1>Galería</h1>
        <ThemeChoice />
      </div>
      {SECTIONS.map(([title, samples]) => (
        <section key={title} className={styles.section} aria-label={title}>
          <h2>{title}</h2>
          {samples}
        </section>
      ))}
    </Page>
  )
}
