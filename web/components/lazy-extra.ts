import { type ComponentType, lazy, type ReactNode } from 'react'
import { backOff } from '../../shared/async.ts'
import { onlineOr } from './online-or.ts'

/**
 * Loads a component's code when it is first shown. If that fails (bad network, replaced by a new version) it renders
 * `Instead`, so that the rest of the page stays; without `Instead` it keeps trying.
 * @example const Chart = lazyExtra(() => import('./chart.tsx').then((module) => module.Chart))
 */
export function lazyExtra<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Instead?: () => ReactNode,
): ComponentType<Props> {
  if (!Instead) return lazy(async () => ({ default: await untilLoaded(load) }))
  return lazy<ComponentType<Props>>(() =>
    load().then(
      (Component) => ({ default: Component }),
      () => ({ default: Instead }),
    ),
  )
}

async function untilLoaded<Component>(load: () => Promise<Component>): Promise<Component> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await load()
    } catch {
      await onlineOr(backOff(failures))
    }
  }
}
