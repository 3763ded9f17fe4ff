import type { Database } from '../data/database.ts'

/** Whether something tells a person of new contributions: an e-mail or a device. */
export async function isSubscribed(database: Database, userId: string): Promise<boolean> {
  const rows = await database.query(
    `select from notification_subscriptions where user_id = $1
     union all
     select from collections where creator_id = $1 and notify <> 'never' and deleted_at is null`,
    [userId],
  )
  return rows.length > 0
}
