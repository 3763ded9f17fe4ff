/*
 * Adds methods that Chrome before 110 lacks: Windows 7 stays at 109, Android 6 at 106. The page, each worker and the
 * service worker import this first.
 */

const METHODS = {
  findLast(this: unknown[], test: (element: unknown, at: number) => unknown) {
    for (let at = this.length - 1; at >= 0; at -= 1) if (test(this[at], at)) return this[at]
  },
  toReversed(this: unknown[]) {
    return [...this].reverse()
  },
  toSorted(this: unknown[], compare?: (a: unknown, b: unknown) => number) {
    return [...this].sort(compare)
  },
  with(this: unknown[], at: number, element: unknown) {
    const copy = [...this]
    copy[at < 0 ? at + copy.length : at] = element
    return copy
  },
}
for (const [name, value] of Object.entries(METHODS)) add(Array.prototype, name, value)

add(AbortSignal, 'timeout', (ms: number) => {
  const controller = new AbortController()
  setTimeout(() => controller.abort(new DOMException('Timed out', 'TimeoutError')), ms)
  return controller.signal
})

function add(owner: object, name: string, value: unknown): void {
  if (!(name in owner)) Object.defineProperty(owner, name, { value, configurable: true })
}

export {}
