import type { Hono } from 'hono'
import * as ownAccount from '../../shared/api/own-account.ts'
import { today } from '../../shared/dates.ts'
import type { Context } from '../context.ts'
import { deleteAccount, deleteDoomedFiles, previewDeletion } from '../domain/account-deletion.ts'
import { assertExportAddress, exportAddress, exportOf } from '../domain/account-export.ts'
import { askForEmailChange, pendingEmail } from '../domain/email-change.ts'
import { isSubscribed } from '../domain/notification-subscriptions.ts'
import { changePassword } from '../domain/password-change.ts'
import { ApiRoutes } from '../http/api-routes.ts'
import type { Env } from '../http/env.ts'
import {
  bearerToken,
  deviceOf,
  requireUser,
  sessionCookie,
  sessionResponse,
} from '../http/session.ts'

/** `GET /account/export/file?until=&signature=` returns a person's data as a ZIP. */
export function ownAccountRoutes(context: Context): Hono<Env> {
  const { database, limits, sessions, config, logError } = context
  const cookie = sessionCookie(config.secure)
  return new ApiRoutes()
    .serve(ownAccount.getOwnAccount, async (c) => {
      const { id } = requireUser(c)
      return {
        sessions: await sessions.list(id, c.get('sessionToken') ?? ''),
        deletion: await previewDeletion(database, id),
        notifications: await isSubscribed(database, id),
        pendingEmail: await pendingEmail(database, id, context.now()),
      }
    })
    .serve(ownAccount.changePassword, async (c, input) => {
      const user = requireUser(c)
      const change = await input()
      await limits.count('password asked of person', user.id)
      const hash = await changePassword(context, user, change)
      await limits.clear('password asked of person', user.id)
      const token = await sessions.create(user.id, deviceOf(c), hash)
      const isBearer = bearerToken(c) !== null
      if (!isBearer) cookie.write(c, token)
      return sessionResponse(user, isBearer ? token : null)
    })
    .serve(ownAccount.changeEmail, async (c, input) => {
      const user = requireUser(c)
      const change = await input()
      await limits.count('password asked of person', user.id)
      await limits.count('confirmation of e-mail in a day', change.email)
      await askForEmailChange(context, user, change)
      await limits.clear('password asked of person', user.id)
    })
    .serve(ownAccount.endSession, async (c, input) => {
      const user = requireUser(c)
      const { id } = await input()
      await sessions.endOf(user.id, id)
    })
    .serve(ownAccount.endOtherSessions, async (c) => {
      await sessions.endOthers(requireUser(c).id, c.get('sessionToken') ?? '')
    })
    .serve(ownAccount.exportAccount, async (c) => {
      const { id } = requireUser(c)
      await limits.count('exports of person', id)
      return { url: exportAddress(context, id) }
    })
    .serve(ownAccount.deleteAccount, async (c, input) => {
      const user = requireUser(c)
      const { proof } = await input()
      await limits.count('password asked of person', user.id)
      await deleteAccount(context, user, proof)
      deleteDoomedFiles(context).catch((error) => {
        logError(error, 'receipts of a deleted account wait for the next sweep')
      })
      cookie.delete(c)
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
}
