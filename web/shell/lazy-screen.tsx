import { type ComponentType, lazy, useState } from 'react'
import { Route } from 'react-router-dom'

/** No network, or a new version has replaced the code. */
export class ScreenNotLoaded extends Error {
  override readonly name = 'ScreenNotLoaded'
  /** Drops the failed component, which React caches for ever, so that another visit loads it again. */
  readonly forget: () => void

  constructor(screen: string, { cause, forget }: { cause: unknown; forget: () => void }) {
    super(screen, { cause })
    this.forget = forget
  }
}

export interface LazyScreen {
  component(): ComponentType
  /** Throws ScreenNotLoaded. */
  preload(): Promise<ComponentType>
}

/** @example const home = lazyScreen(() => import('./screens/home/home.tsx'), 'Home') */
export function lazyScreen<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): LazyScreen {
  let screen: ComponentType | undefined
  let suspending: ComponentType | undefined

  async function preload() {
    try {
      screen ??= (await load())[name]
      return screen
    } catch (cause) {
      throw new ScreenNotLoaded(name, { cause, forget })
    }
  }

  function suspended() {
    suspending ??= lazy(async () => ({ default: await preload() }))
    return suspending
  }

  function forget() {
    suspending = undefined
  }

  return { component: () => screen ?? suspended(), preload }
}

/** A loaded screen never suspends, because React would show the fallback for 300 ms. */
export function Screen({ of: screen }: { of: LazyScreen }) {
  const [Shown] = useState(screen.component)
  return <Shown />
}

export type ScreenRoute = [path: string, screen: LazyScreen]

export const routesOf = (routes: ScreenRoute[]) =>
  routes.map(([path, screen]) => (
    <Route key={path} path={path} element={<Screen key={path} of={screen} />} />
  ))
