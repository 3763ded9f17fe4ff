import { ACCOUNT_SCENES } from './accounts.ts'
import { CONTRIBUTION_SCENES } from './contributing.ts'
import { PAGE_SCENES } from './open-pages.ts'
import { ORGANISER_SCENES } from './organising.ts'
import { PAYMENT_SCENES } from './payments.ts'
import type { Scene } from './scene.ts'

/** Every screen in every state that somebody can meet. A new route has its scene here. */
export const SCENES: Scene[] = [
  ...PAGE_SCENES,
  ...ACCOUNT_SCENES,
  ...CONTRIBUTION_SCENES,
  ...PAYMENT_SCENES,
  ...ORGANISER_SCENES,
]
