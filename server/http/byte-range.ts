/**
 * Parses a `Range` header for a resource of `size` bytes (RFC 9110, 14). Returns null for the whole, also for
 * several ranges or another unit, and 'unsatisfiable' when the range begins past the end.
 *
 * @example byteRange('bytes=0-99', 1000) // { start: 0, end: 99 }
 */
export function byteRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  if (first === '') {
    const suffix = Math.min(Number(last), size)
    return suffix === 0 ? 'unsatisfiable' : { start: size - suffix, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end }
}
