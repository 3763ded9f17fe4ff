import { type ComponentType, lazy, type ReactNode } from 'react'

/**
 * Loads a component's code when it is first shown. If that fails (bad network, replaced by a new version) it renders
 * `Instead`, so that the rest of the page stays.
 * @example const Chart = lazyExtra(() => import('./chart.tsx').then((module) => module.Chart))
 */
export function lazyExtra<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Instead: () => ReactNode = () => null,
): ComponentType<Props> {
  return lazy<ComponentType<Props>>(() =>
    load().then(
      (Component) => ({ default: Component }),
      () => ({ default: Instead }),
    ),
  )
}
