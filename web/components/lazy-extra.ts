import { type ComponentType, createElement, lazy, type ReactNode, useEffect, useState } from 'react'
import { backOff } from '../../shared/async.ts'
import { onlineOr } from './online-or.ts'

/**
 * Loads a component's code when it is first shown. If that fails (bad network, replaced by a new version) it renders
 * `Instead`, so that the rest of the page stays, and loads again when it is mounted anew and when the network returns;
 * without `Instead` it keeps trying. A `dialog` must not open by itself over what a person does meanwhile: it loads
 * again only when it is mounted anew.
 * @example const Chart = lazyExtra(() => import('./chart.tsx').then((module) => module.Chart))
 */
export function lazyExtra<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Instead?: (props: Props) => ReactNode,
  kind?: 'dialog',
): ComponentType<Props> {
  if (!Instead) return lazy(async () => ({ default: await untilLoaded(load) }))
  let loaded: ComponentType<Props> | undefined
  let wasMounted = false

  // React caches the result of `lazy` for ever, so a failure results in a component that loads again.
  const Retrying = (props: Props) => {
    const [Shown, setShown] = useState<ComponentType<Props>>(() => loaded ?? Instead)
    useEffect(() => {
      const retry = () =>
        void load().then(
          (Component) => {
            loaded = Component
            setShown(() => Component)
          },
          () => {},
        )
      // The first time, code has only just failed to load.
      if (wasMounted) retry()
      wasMounted = true
      if (kind === 'dialog') return
      window.addEventListener('online', retry)
      return () => window.removeEventListener('online', retry)
    }, [])
    return createElement(Shown, props)
  }

  return lazy<ComponentType<Props>>(() =>
    load().then(
      (Component) => ({ default: Component }),
      () => ({ default: Retrying }),
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
