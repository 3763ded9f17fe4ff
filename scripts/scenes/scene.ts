import type { Page } from '@playwright/test'
import type { Person, World } from './open-world.ts'

/** A state of a screen that somebody meets, and the way there. */
export interface Scene {
  /** In Spanish, one for each; also the name of its picture's file. */
  name: string
  /** The row of `web/app.tsx` that it belongs to. */
  route: string
  /** The signed-in person. Absent: a visitor. */
  as?: Person
  /** Leaves its device, its network or what it has written down changed: on a device of its own. */
  alone?: boolean
  /** There is such a thing at one width alone. */
  only?: 'phone' | 'desktop'
  /** Takes a fresh page there, and is done when it shows. */
  play(page: Page, world: World): Promise<void>
}
