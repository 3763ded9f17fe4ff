import * as z from 'zod/mini'
import { namedQuery } from '../named-query.ts'

/** An account that receives the money of several open colectas. */
export interface SharedAccount {
  account: string
  accountIdentifier: string
  /** Oldest first. */
  collections: { id: string; title: string }[]
  /** Contributions to be verified. */
  waiting: number
}

/** Accounts that several of an organiser's collections use. By index (creator_id, title_folded); a person has tens. */
export const sharedAccounts = namedQuery({
  name: 'shared-accounts',
  args: z.object({}),
  run: (sql, _args, personId): Promise<SharedAccount[]> =>
    sql.query<SharedAccount>(
      `select k.bank_account as "account", min(k.account_identifier) as "accountIdentifier",
              jsonb_agg(jsonb_build_object('id', k.id, 'title', k.title) order by k.created_at, k.id)
                as "collections",
              sum(k.confirmed_count - k.verified_count)::int as "waiting"
       from collections k
       where k.creator_id = $1 and k.deleted_at is null and k.status = 'abierta'
       group by k.bank_account
       having count(*) > 1
       order by k.bank_account`,
      [personId],
    ),
})
