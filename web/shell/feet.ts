/*
 * What stands below a screen, apart from the code of its frame: the contribution page asks for it once
 * somebody looks around. A screen is whole without.
 */
import { lazyScreen } from './lazy-screen.ts'

const nothing = () => null
const load = () => import('./foot.tsx').catch(() => ({ Foot: nothing, GuestFoot: nothing }))

export const foot = lazyScreen(load, 'Foot')
export const guestFoot = lazyScreen(load, 'GuestFoot')
