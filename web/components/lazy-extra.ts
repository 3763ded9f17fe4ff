import { type ComponentType, lazy, type ReactNode } from 'react'

/**
 * What a page can do without, fetched when it is first shown. Without its code, as where the network is
 * bad or a new version took its place, there is `Instead`, and the page stays whole.
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
