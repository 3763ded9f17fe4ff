import type { Database } from '../data/database.ts'

export async function isSubscribed(database: Database, userId: string): Promise<boolean> {
  const rows = await database.query('select from notification_subscriptions where user_id = $1', [
    userId,
  ])
  return rows.length > 0
}
