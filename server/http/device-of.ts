import Bowser from 'bowser'
import type { Context as Request } from 'hono'

/** What a person calls what they sit in front of: 'Chrome en Android'. Nothing more of it is kept. */
export function deviceOf(c: Request): string {
  const { browser, os } = Bowser.parse(c.req.header('User-Agent') || 'unknown')
  return [browser.name, os.name].filter(Boolean).join(' en ') || 'Otro programa'
}
