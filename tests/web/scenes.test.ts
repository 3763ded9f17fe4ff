/* The catalogue of scenes and the gallery leave nothing out. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { SCENES } from '../../scripts/scenes/all-scenes.ts'
import { links } from '../../shared/links.ts'

const web = fileURLToPath(new URL('../../web', import.meta.url))

test('every route of the product has its scenes', () => {
  const routes = routesOf(readFileSync(join(web, 'app.tsx'), 'utf8'))
  expect(routes).toContain('/contribuir/:id')
  expect(routes).toContain('/dashboard')
  const shown = new Set(SCENES.map(({ route }) => route))
  expect(routes.filter((route) => !shown.has(route))).toEqual([])
})

test('every scene has a name of its own and a route that there is', () => {
  const names = SCENES.map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  const routes = [...routesOf(readFileSync(join(web, 'app.tsx'), 'utf8')), '*']
  expect(SCENES.filter(({ route }) => !routes.includes(route))).toEqual([])
})

test('every component is in the gallery, or around it', () => {
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
  for (const file of ['shell/frame.tsx', 'shell/page-footer.tsx', 'app.tsx']) see(join(web, file))

  const all = readdirSync(components).filter((name) => name.endsWith('.tsx'))
  expect(all.length).toBeGreaterThan(30)
  expect(all.filter((name) => !shown.has(name) && !WHOLE_PAGES.includes(name))).toEqual([])
})

/** A page cannot stand in a page; the scenes show these. */
const WHOLE_PAGES = ['narrow-page.tsx', 'prose.tsx']

/** The addresses in the table of `web/app.tsx`, as the router reads them. */
function routesOf(source: string): string[] {
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
