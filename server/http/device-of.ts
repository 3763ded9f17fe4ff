import Bowser from 'bowser'
import type { Context as Request } from 'hono'

/** Describes the device for its owner, e.g. 'Chrome en Android'. The user agent itself is not stored. */
export function deviceOf(c: Request): string {
  const { browser, os } = Bowser.parse(c.req.header('User-Agent') || 'unknown')
  return [browser.name, os.name].filter(Boolean).join(' en ') || 'Otro programa'
}
