/* The scenes (scripts/scenes) contain every route, and the gallery every component. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ComponentType, createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { SCENES } from '../../scripts/scenes/all-scenes.ts'
import { links } from '../../shared/links.ts'
import { BadgeSamples, ButtonSamples } from '../../web/screens/gallery/element-samples.tsx'

const web = fileURLToPath(new URL('../../web', import.meta.url))
const TABLES = ['app.tsx', 'routes.tsx']

test('every route of the product has its scenes', () => {
  const routes = TABLES.flatMap(routesIn)
  expect(routes).toContain('/contribuir/:id')
  expect(routes).toContain('/dashboard')
  const shown = new Set(SCENES.map(({ route }) => route))
  expect(routes.filter((route) => !shown.has(route))).toEqual([])
})

test('every scene has a unique name and an existing route', () => {
  const names = SCENES.map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  const routes = [...TABLES.flatMap(routesIn), '*']
  expect(SCENES.filter(({ route }) => !routes.includes(route))).toEqual([])
})

test('every component is in the gallery, or in the frame around it', () => {
  const components = join(web, 'components')
  const shown = new Set<string>()
  const see = (file: string) => {
    for (const name of componentsIn(file)) {
      if (shown.has(name)) continue
      shown.add(name)
      see(join(components, name))
    }
  }
  const gallery = join(web, 'screens/gallery')
  for (const file of readdirSync(gallery)) see(join(gallery, file))
  for (const file of ['shell/frame.tsx', 'shell/page-footer.tsx', ...TABLES]) see(join(web, file))

  const all = readdirSync(components).filter((name) => name.endsWith('.tsx'))
  expect(all.length).toBeGreaterThan(30)
  expect(all.filter((name) => !shown.has(name) && !WHOLE_PAGES.includes(name))).toEqual([])
})

test('the gallery has every look of a button in every state, and every tone of a sign', () => {
  vi.stubGlobal('navigator', {})
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  const looks = (file: string, after: RegExp) => {
    const union = after.exec(readFileSync(join(web, 'components', file), 'utf8'))?.[1] ?? ''
    return [...union.matchAll(/'([\w-]+)'/g)].map(([, look = '']) => look)
  }
  const press = samplesIn(ButtonSamples)
  const variants = looks('button.tsx', /variant\?:((?:\s*\|\s*'[\w-]+')+)/)
  expect(variants).toContain('danger-quiet')
  for (const variant of variants) {
    const buttons = press[`button · ${variant}`]?.match(/<button.*?<\/button>/gs) ?? []
    expect(buttons, variant).toHaveLength(5)
    const classes = buttons.map((button) => /class="([^"]*)"/.exec(button)?.[1])
    for (const [index, size] of ['md', 'lg', 'sm', 'md', 'md'].entries()) {
      expect(classes[index], variant).toMatch(
        new RegExp(`^\\S*button\\S* \\S*${variant}\\S* \\S*${size}`),
      )
    }
    expect(buttons[3]).toContain('disabled')
    expect(buttons[4]).toContain('aria-busy="true"')
  }
  const signs = samplesIn(BadgeSamples)
  const tones = looks('badge.tsx', /type Tone =((?:\s*\|?\s*'[\w-]+')+)/)
  const tiles = looks('icon.tsx', /tone\?:((?:\s*\|?\s*'[\w-]+')+)/)
  expect([tones.length, tiles.length]).toEqual([6, 6])
  for (const tone of tones) expect(signs.badge).toMatch(new RegExp(` tone-${tone}"`))
  for (const tone of tiles) expect(signs['icon-tile']).toMatch(new RegExp(` tone-${tone}"`))
})

/** A page cannot stand in a page; the scenes show these. */
const WHOLE_PAGES = ['narrow-page.tsx', 'prose.tsx']

/** The addresses in the table of a file, as the router reads them. */
function routesIn(file: string): string[] {
  const source = readFileSync(join(web, file), 'utf8')
  const rows = source.matchAll(/\[\s*(?:links\.(\w+)\((?:':id')?\)|'(\/[^']+)'),/g)
  return [...rows].map(([, name, path]) =>
    name === undefined
      ? (path as string)
      : links[name as 'collection'](':id').replace(/[?#].*/, ''),
  )
}

/** Files of components that a file imports. */
function componentsIn(file: string): string[] {
  if (!/\.tsx?$/.test(file)) return []
  const imports = readFileSync(file, 'utf8').matchAll(
    /from '(?:\.\/|[./]*components\/)([\w-]+\.tsx)'/g,
  )
  const names = [...imports].map(([, name = '']) => basename(name))
  return names.filter((name) => readdirSync(join(web, 'components')).includes(name))
}

/** The samples of a section of the gallery, by their names. */
function samplesIn(section: ComponentType): Record<string, string> {
  const html = renderToString(createElement(MemoryRouter, null, createElement(section)))
  const parts = html.split(/<h3[^>]*>/).slice(1)
  return Object.fromEntries(parts.map((part) => part.split('</h3>', 2)))
}
