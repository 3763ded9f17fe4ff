import { RefreshCw, TriangleAlert } from 'lucide-react'
import { Component, type ReactNode, useEffect } from 'react'
import { Button } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Page } from '../components/page.tsx'
import { ScreenNotLoaded } from './lazy-screen.tsx'

interface Props {
  /** The address; a change clears the failure. */
  place: string
  children: ReactNode
}

interface State {
  failure: { cause: unknown } | null
}

/** Shown when a screen throws or its code cannot be loaded. */
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

function ScreenFailed({ notLoaded }: { notLoaded: boolean }) {
  // A new page gets the new version's code, if that is why the old one's is gone.
  useEffect(() => {
    if (!notLoaded) return
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [notLoaded])

  const title = notLoaded ? 'No pudimos abrir esta pantalla' : 'Algo salió mal en esta pantalla'
  return (
    <Page title={title}>
      <EmptyState
        level={1}
        icon={TriangleAlert}
        tone="bad"
        role="alert"
        title={title}
        actions={
          <Button variant="primary" icon={RefreshCw} onClick={reload}>
            Recargar
          </Button>
        }
      >
        {notLoaded
          ? 'Puede que no haya conexión o que haya una versión nueva. Recarga la página para seguir.'
          : 'Tus datos están a salvo. Recarga la página para seguir.'}
      </EmptyState>
    </Page>
  )
}

function reload(): void {
  window.location.reload()
}
