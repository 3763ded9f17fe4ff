import type { Page } from '@playwright/test'
import type { Person, SceneServer } from './scene-server.ts'

/** Does one thing on a page, or waits until it shows something. */
export type Step = (page: Page, server: SceneServer) => Promise<unknown>

/** A state of a screen, and the steps from an empty page to it. */
export interface Scene {
  /** In Spanish and unique; also the name of its picture's file. */
  name: string
  /** Its row of a route table: `web/app.tsx`, `web/routes.tsx`. */
  route: string
  /** The signed-in person. Absent: a visitor. */
  as?: Person
  /** Needs a device of its own, because it changes the device, its network or its stored data. */
  alone?: boolean
  /** The only width at which the state exists. */
  only?: 'phone' | 'desktop'
  steps: readonly Step[]
}

type Details = Omit<Scene, 'name' | 'steps'>
type Declared = readonly Step[] | (Partial<Details> & { steps: readonly Step[] })

/* A scene that differs from those beside it in one property. */
export const alone = (...steps: readonly Step[]): Declared => ({ alone: true, steps })
export const by = (person: Person, ...steps: readonly Step[]): Declared => ({ as: person, steps })
export const at = (route: string, ...steps: readonly Step[]): Declared => ({ route, steps })

/** Returns scenes from their steps by name. Each has the properties of `shared`, unless it sets its own. */
export function scenes(shared: Details, declared: Record<string, Declared>): Scene[] {
  return Object.entries(declared).map(([name, scene]) => ({
    ...shared,
    name,
    ...('steps' in scene ? scene : { steps: scene }),
  }))
}
