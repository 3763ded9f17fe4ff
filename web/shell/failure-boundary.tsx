import { Component, type ReactNode } from 'react'
import { ScreenNotLoaded } from './lazy-screen.ts'
import { ScreenFailed } from './screen-failed.tsx'

interface Props {
  /** Another place is another chance: a change of it takes the failure away. */
  place: string
  children: ReactNode
}

interface State {
  failure: { cause: unknown } | null
}

/** A screen that throws, or whose code does not come, never leaves a blank page. */
export class FailureBoundary extends Component<Props, State> {
  override state: State = { failure: null }

  static getDerivedStateFromError(cause: unknown): State {
    return { failure: { cause } }
  }

  override componentDidCatch(cause: unknown) {
    if (cause instanceof ScreenNotLoaded) cause.forget()
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failure && before.place !== this.props.place) this.setState({ failure: null })
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    return <ScreenFailed notLoaded={failure.cause instanceof ScreenNotLoaded} />
  }
}
