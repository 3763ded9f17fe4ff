import { type ComponentType, lazy, useState } from 'react'

/** A screen's code could not be fetched: no network, or a new version took its place. */
export class ScreenNotLoaded extends Error {
  override readonly name = 'ScreenNotLoaded'
  /** React keeps the failure of a lazy component for ever; after this, another visit asks again. */
  readonly forget: () => void

  constructor(screen: string, { cause, forget }: { cause: unknown; forget: () => void }) {
    super(screen, { cause })
    this.forget = forget
  }
}

/** A screen whose code comes when it is first needed; `Screen` shows it. */
export interface LazyScreen {
  /** The screen itself once its code is here; until then one that suspends. */
  component(): ComponentType
  /** Fetches the code ahead of the first render. Throws ScreenNotLoaded. */
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

/** Shows a screen. What is here already never suspends: React would hold its fallback for 300 ms. */
export function Screen({ of: screen }: { of: LazyScreen }) {
  const [Shown] = useState(screen.component)
  return <Shown />
}
