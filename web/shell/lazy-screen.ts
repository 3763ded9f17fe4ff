import { type ComponentType, lazy } from 'react'

/** A screen's code could not be fetched: no network, or a new version took its place. */
export class ScreenNotLoaded extends Error {
  override readonly name = 'ScreenNotLoaded'
}

/** A screen whose code comes when it is first needed. `Screen` shows it. */
export interface LazyScreen {
  /** The screen itself, once its code is here. */
  ready(): ComponentType | undefined
  /** Suspends until the code is here. */
  Later: ComponentType
  /** Fetches the code ahead of the first render. Throws ScreenNotLoaded. */
  preload(): Promise<ComponentType>
}

/** @example const home = lazyScreen(() => import('./screens/home/home.tsx'), 'Home') */
export function lazyScreen<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): LazyScreen {
  let screen: ComponentType | undefined

  async function preload() {
    try {
      screen ??= (await load())[name]
      return screen
    } catch (cause) {
      throw new ScreenNotLoaded(name, { cause })
    }
  }

  return {
    ready: () => screen,
    Later: lazy(async () => ({ default: await preload() })),
    preload,
  }
}
