import { Hono } from 'hono'
import * as z from 'zod/mini'
import { today } from '../../shared/dates.ts'
import { accountDeletion, emailChange, type OwnAccount, passwordChange } from '../../shared/user.ts'
import type { Context } from '../context.ts'
import { deleteAccount, deleteDoomedFiles, previewDeletion } from '../domain/account-deletion.ts'
import { assertExportAddress, exportAddress, exportOf } from '../domain/account-export.ts'
import { askForEmailChange, pendingEmail } from '../domain/email-change.ts'
import { isSubscribed } from '../domain/notification-subscriptions.ts'
import { changePassword } from '../domain/password-change.ts'
import { bearerToken } from '../http/bearer-token.ts'
import { deviceOf } from '../http/device-of.ts'
import type { Env } from '../http/env.ts'
import { jsonBody } from '../http/json-body.ts'
import { requireUser } from '../http/session.ts'
import { sessionAnswer } from '../http/session-answer.ts'
import { sessionCookie } from '../http/session-cookie.ts'

/**
 * A person's own account, for the profile.
 * `GET /account` -> OwnAccount · `POST /account/password` `{current, password}` -> a
 * new session as `POST /login` returns it, because all end · `POST /account/sessions/end` `{id}` 204 ·
 * `POST /account/sessions/end-others` 204 · `POST /account/delete` `{proof}` 204 ·
 * `POST /account/email` `{email, password}` 204, and sends a link ·
 * `POST /account/export` -> `{url}` · `GET /account/export/file?until=&signature=` -> a ZIP
 */
export function ownAccountRoutes(context: Context): Hono<Env> {
  const { database, limits, sessions, config, log } = context
  const cookie = sessionCookie(config.secure)
  return new Hono<Env>()
    .get('/account', async (c) => {
      const { id } = requireUser(c)
      const account: OwnAccount = {
        sessions: await sessions.list(id, c.get('sessionToken') ?? ''),
        deletion: await previewDeletion(database, id),
        notifications: await isSubscribed(database, id),
        pendingEmail: await pendingEmail(database, id, context.now()),
      }
      return c.json(account)
    })
    .post('/account/password', async (c) => {
      const user = requireUser(c)
      const change = await jsonBody(c, passwordChange)
      await limits.count('password asked of person', user.id)
      await changePassword(context, user, change)
      await limits.clear('password asked of person', user.id)
      const token = await sessions.create(user.id, deviceOf(c))
      const isBearer = bearerToken(c) !== null
      if (!isBearer) cookie.write(c, token)
      return c.json(sessionAnswer(user, isBearer ? token : null))
    })
    .post('/account/email', async (c) => {
      const user = requireUser(c)
      const change = await jsonBody(c, emailChange)
      await limits.count('password asked of person', user.id)
      await limits.count('confirmation of e-mail in a day', change.email)
      await askForEmailChange(context, user, change)
      await limits.clear('password asked of person', user.id)
      return c.body(null, 204)
    })
    .post('/account/sessions/end', async (c) => {
      const user = requireUser(c)
      const { id } = await jsonBody(c, openSession)
      await sessions.endOf(user.id, id)
      return c.body(null, 204)
    })
    .post('/account/sessions/end-others', async (c) => {
      await sessions.endOthers(requireUser(c).id, c.get('sessionToken') ?? '')
      return c.body(null, 204)
    })
    .post('/account/export', async (c) => {
      const { id } = requireUser(c)
      await limits.count('exports of person', id)
      return c.json({ url: exportAddress(context, id) })
    })
    .get('/account/export/file', async (c) => {
      const { id } = requireUser(c)
      const { until, signature = '' } = c.req.query()
      assertExportAddress(context, id, { until: Number(until), signature })
      await limits.count('exports of person', id)
      const name = `entre-todos-mis-datos-${today(context.now())}.zip`
      return c.body(exportOf(context, id), 200, {
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="${name}"`,
      })
    })
    .post('/account/delete', async (c) => {
      const user = requireUser(c)
      const { proof } = await jsonBody(c, accountDeletion)
      await limits.count('password asked of person', user.id)
      await deleteAccount(context, user, proof)
      deleteDoomedFiles(context).catch((error) => {
        log.error({ error: String(error) }, 'receipts of a deleted account wait for the next sweep')
      })
      cookie.delete(c)
      return c.body(null, 204)
    })
}

const openSession = z.object({ id: z.string('Falta la sesión.').check(z.maxLength(100)) })
