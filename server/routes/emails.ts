import type { Hono } from 'hono'
import { stopEmails } from '../../shared/api/emails.ts'
import { links } from '../../shared/links.ts'
import type { Context } from '../context.ts'
import { unsubscribe } from '../domain/unsubscribe.ts'
import { ApiRoutes } from '../http/api-routes.ts'
import type { Env } from '../http/env.ts'

/** RFC 8058: a POST, of a mail program or our page, turns e-mails off; a GET redirects to a page with a button. */
export function emailRoutes(context: Context): Hono<Env> {
  return new ApiRoutes()
    .serve(stopEmails, async (c) => {
      await unsubscribe(context, c.req.param('id'), c.req.param('key'))
      context.feed.wake()
    })
    .get(stopEmails.path, (c) =>
      // Decoded parameters may hold what no header takes.
      c.redirect(
        links.stopEmails(
          encodeURIComponent(c.req.param('id')),
          encodeURIComponent(c.req.param('key')),
        ),
      ),
    )
}
