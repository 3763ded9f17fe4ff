import { keepFault } from '../api/faults.ts'

/** Keeps the errors that nobody caught on this page, for the diagnosis. Returns how to stop. */
export function keepPageFaults(): () => void {
  const onError = ({ error, message }: ErrorEvent) => keepFault(error ?? message)
  const onRejection = ({ reason }: PromiseRejectionEvent) => keepFault(reason)
  window.addEventListener('error', onError)
  window.addEventListener('unhandledrejection', onRejection)
  return () => {
    window.removeEventListener('error', onError)
    window.removeEventListener('unhandledrejection', onRejection)
  }
}
