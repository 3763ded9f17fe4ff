import { type ComponentType, lazy, type ReactNode } from 'react'

/**
 * Loads a component's code when it is first shown. Renders `Instead` when the code cannot be loaded (bad network,
 * replaced by a new version), so that the rest of the page stays.
 *
 * @example const Chart = lazyExtra(() => import('./chart.tsx'), 'Chart')
 */
export function lazyExtra<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  Instead: () => ReactNode = () => null,
): ComponentType<Props> {
  return lazy<ComponentType<Props>>(() =>
    load().then(
      (module) => ({ default: module[name] }),
      () => ({ default: Instead }),
    ),
  )
}
