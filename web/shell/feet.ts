/*
 * The parts below a screen, loaded separately from the frame: the contribution page loads them at the first scroll or
 * touch. A screen works without them.
 */
import { lazyScreen } from './lazy-screen.ts'

const nothing = () => null
const load = () => import('./foot.tsx').catch(() => ({ Foot: nothing, GuestFoot: nothing }))

export const foot = lazyScreen(load, 'Foot')
export const guestFoot = lazyScreen(load, 'GuestFoot')
