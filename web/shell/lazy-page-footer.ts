/*
 * The parts below a screen, loaded separately from the frame: the contribution page loads them at the first scroll or
 * touch. A screen works without them.
 */
import { lazyScreen } from './lazy-screen.ts'

const nothing = () => null
const load = () =>
  import('./page-footer.tsx').catch(() => ({ PageFooter: nothing, GuestPageFooter: nothing }))

export const pageFooter = lazyScreen(load, 'PageFooter')
export const guestPageFooter = lazyScreen(load, 'GuestPageFooter')
