/*
 * Mutants: faults in the product's code that the simulation must detect. Each replaces one place.
 * `npm run simulate -- --mutants` applies them one by one.
 */
export interface Mutant {
  name: string
  file: string
  /** Occurs exactly once in the file. */
  before: string
  after: string
  /** Why the simulation cannot notice it. */
  unseen?: string
}

/** A mutant removes two of these checks, because each covers for another. */
const CURSOR_CHECKS = `if (cursors.some((it) => it.epoch !== epoch)) return { restart: 'other-epoch' }
    if (isTrimmed || lines.length > MOST_LINES) return { restart: 'too-old' }
    if (isOfOtherHistory) return { restart: 'other-epoch' }`

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'the server applies the same id twice',
    file: 'server/domain/mutations.ts',
    before: 'return claimed.length > 0',
    after: 'return claimed.length >= 0',
  },
  {
    name: 'a settled change takes the older ones with it',
    file: 'web/replica/mutation-queue.ts',
    before: 'const own = (await outbox.all()).filter(({ id }) => done.has(id))',
    after: `const entries = await outbox.all()
      const own = entries.slice(0, entries.findLastIndex(({ id }) => done.has(id)) + 1)`,
  },
  {
    name: 'the server continues from a cursor of another epoch',
    file: 'server/domain/sync/changes.ts',
    before: CURSOR_CHECKS,
    after: "if (isTrimmed || lines.length > MOST_LINES) return { restart: 'too-old' }",
  },
  {
    name: 'the server ignores that the newest line of a cursor is missing',
    file: 'server/domain/sync/changes.ts',
    before: "if (isOfOtherHistory) return { restart: 'other-epoch' }",
    after: '',
  },
  {
    name: 'the undo image is the last one, not the first',
    file: 'migrations/browser/0013_people.sql',
    before: `  on conflict (table_name, row_id) do nothing;
  insert into touches`,
    after: `  on conflict (table_name, row_id) do update set before = excluded.before;
  insert into touches`,
  },
  {
    name: 'a refused change stays on the screen',
    file: 'web/replica/mutation-queue.ts',
    before: 'if (await queue.applyAnswer(answer)) await replica.rebase(await queue.pending())',
    after: 'await queue.applyAnswer(answer)',
  },
  {
    name: 'the server continues from a cursor whose lines were trimmed',
    file: 'server/domain/sync/changes.ts',
    before: CURSOR_CHECKS,
    after: "if (cursors.some((it) => it.epoch !== epoch)) return { restart: 'other-epoch' }",
  },
  {
    name: 'the former owner of a collection hears nothing',
    file: 'migrations/server/0005_feed_trimming.sql',
    before: 'unnest(array[new.creator_id, old.creator_id])',
    after: 'unnest(array[coalesce(new.creator_id, old.creator_id)])',
  },
  {
    name: 'a change leaves the outbox when it is answered',
    file: 'web/replica/mutation-queue.ts',
    before: `if (ok && known.has(id)) answered.add(id)
      return refuse(outcomes)`,
    after: `if (ok && known.has(id)) answered.add(id)
      await remove(outcomes.filter(({ ok }) => ok).map(({ id }) => id))
      return refuse(outcomes)`,
  },
  {
    name: 'the newest change is sent first',
    file: 'web/replica/mutation-queue.ts',
    before: 'filter(({ id }) => !answered.has(id)).slice(0, most)',
    after: 'filter(({ id }) => !answered.has(id)).toReversed().slice(0, most)',
  },
  {
    name: 'what waits does not run again after a batch',
    file: 'web/replica/connection.ts',
    before: 'replica.apply(batch, pending)',
    after: 'replica.apply(batch, [])',
  },
  {
    name: 'a cursor ignores transactions that are under way',
    file: 'migrations/server/0018_feed_marks.sql',
    before: 'where x::text::bigint < e.xmax),',
    after: 'where false),',
  },
  {
    name: 'a fill settles what was answered',
    file: 'web/replica/connection.ts',
    before: '    await replica.fill(',
    after: '    await queue.remove(queue.answered())\n    await replica.fill(',
  },
  {
    name: 'a stream begins that does not know of the last answer',
    file: 'web/replica/connection.ts',
    before: 'transport.follow(cursor, queue.answeredAt(), {',
    after: 'transport.follow(cursor, null, {',
  },
  {
    name: 'the outbox comes back in another order',
    file: 'web/outbox/durable-queue.ts',
    before: '(a.seq ?? 0) - (b.seq ?? 0)',
    after: '(b.seq ?? 0) - (a.seq ?? 0)',
  },
  {
    name: 'the cursor is committed before its rows',
    file: 'web/replica/replica-database.ts',
    before: `      change(async (tx) => {
        await rebase(tx, pending, personId, batch.tables)
        await setCursor(tx, batch.cursor)
      }),`,
    after: `      change((tx) => setCursor(tx, batch.cursor)).then(() =>
        change((tx) => rebase(tx, pending, personId, batch.tables)),
      ),`,
  },
  {
    name: "a snapshot's cursor is taken after its rows",
    file: 'server/domain/sync/snapshot.ts',
    before: 'return { epoch, cursor: joinCursors([cursor, after]), rows }',
    after: 'return { epoch, cursor: after, rows }',
    unseen:
      'a fill uses the cursor of its first table, users, whose one row seldom changes in between',
  },
  {
    name: 'the third hundred of a queue is never sent',
    file: 'web/replica/mutation-queue.ts',
    before: 'for (;;) {',
    after: 'for (let hundred = 0; hundred < 2; hundred += 1) {',
  },
  {
    name: 'tabs do not ask the new owner again',
    file: 'web/replica/tabs.ts',
    before: `      case 'owner':
        askAllAgain()`,
    after: `      case 'owner':`,
  },
  {
    name: 'signing out leaves the outbox',
    file: 'web/replica/serve-worker.ts',
    before: 'return deleteAll()',
    after: 'return null',
  },
  {
    name: 'a flush runs in the middle of a statement',
    file: 'web/replica/engine.ts',
    before: 'pglite.runExclusive(() => fs.flush())',
    after: 'fs.flush()',
    unseen:
      'the simulated disk stands in for PGlite’s files; tests/e2e/local-first-hard.test.ts has them',
  },
  {
    name: 'a batch counts after its line has ended',
    file: 'web/replica/connection.ts',
    before: `      if (signal.aborted) return
      await work()`,
    after: '      await work()',
    unseen:
      'a batch that the engine cannot apply leads to a new fill, and no read of the outbox fails there; tests/sync/sync-client.test.ts has it',
  },
  {
    name: 'the outbox is ordered by the clock',
    file: 'web/outbox/durable-queue.ts',
    before: '(a.seq ?? 0) - (b.seq ?? 0)',
    after: 'a.id.localeCompare(b.id)',
  },
  {
    name: 'a wiped outbox is not written again',
    file: 'web/outbox/durable-queue.ts',
    before: `noteMissing(id)
    writeAgainSoon()`,
    after: 'noteMissing(id)',
  },
  {
    name: 'a rebuild forgets the changes that only memory has',
    file: 'web/replica/owned-replica.ts',
    before: 'await client.stop()',
    after: `await client.stop()
      outbox.close()`,
  },
  {
    name: 'a new worker is not asked what the dead one left',
    file: 'web/replica/worker-host.ts',
    before: 'for (const call of waiting.all()) worker.postMessage(call)',
    after: '',
  },
  {
    name: 'answers outlive their connection',
    file: 'web/replica/connection.ts',
    before: '  queue.forgetAnswers()\n',
    after: '',
  },
  {
    name: 'the server keeps no refusal',
    file: 'server/domain/mutations.ts',
    before: 'return inTransaction((tx) => store(tx, request, actor, refusal))',
    after: 'return refusal',
  },
  {
    name: 'a retried change stays refused',
    file: 'web/replica/sync-client.ts',
    before: '        if (refused?.refusal) await queue.remove([refused.id])\n',
    after: '',
  },
  {
    name: 'a discarded change stays on the screen',
    file: 'web/replica/sync-client.ts',
    before: "if (status().replica === 'ready') await replica.rebase(await queue.pending())",
    after: '',
  },
  {
    name: 'a former contributor hears nothing',
    file: 'migrations/server/0004_feed.sql',
    before: `  from (table arriving union all table leaving) b
  cross join`,
    after: `  from (table arriving) b
  cross join`,
  },
  {
    name: 'rows that are gone stay',
    file: 'web/replica/server-rows.ts',
    before: `if (gone.length > 0) await tx.query(\`delete from \${table} where id = any($1::uuid[])\`, [gone])`,
    after: '',
  },
  {
    name: 'a change gives way to a later one past others between them',
    file: 'web/replica/mutation-queue.ts',
    before: 'if (entry.name !== mutation.name || !neverSent.has(entry.id)) break',
    after: 'if (entry.name !== mutation.name || !neverSent.has(entry.id)) continue',
  },
  {
    name: 'a change that was sent gives way to a later one',
    file: 'web/replica/mutation-queue.ts',
    before: 'if (entry.name !== mutation.name || !neverSent.has(entry.id)) break',
    after: 'if (entry.name !== mutation.name) break',
  },
  {
    name: 'without a replica a refused change is forgotten',
    file: 'web/replica/own-outbox.ts',
    before: 'await outbox.put({ ...entry, refusal: refusalOf(refusal) })',
    after: 'await outbox.delete([id])',
  },
  {
    name: 'without a replica a change waits until the others are sent',
    file: 'web/replica/own-outbox.ts',
    before: `        await exclusively(async () => {
          if (!(await find(id)))`,
    after: `        await sending.run(async () => {
          if (!(await find(id)))`,
    unseen:
      'a device without a replica seldom sends for 20 s; tests/sync/own-outbox.test.ts has it',
  },
  {
    name: 'the server takes old arguments for new ones',
    file: 'server/domain/mutations.ts',
    before: 'await mutation.apply(tx, request.args, actor, versionOf(request))',
    after: 'await mutation.apply(tx, request.args, actor)',
  },
  {
    name: 'only what shares a row directly is undone',
    file: 'migrations/browser/0004_touches.sql',
    before: 'where t.row_id = r.row_id and (r.is_written or t.writes)',
    after: 'where false',
  },
  {
    name: 'totals are not counted again after a batch',
    file: 'web/replica/local-mutations.ts',
    before: "if (recorded.size > 0) await tx.exec('call recount_totals()')",
    after: '',
  },
  {
    name: "the server's rows write over local changes",
    file: 'web/replica/server-rows.ts',
    before: `    where id not in (
      select b.row_id from below b join touches t on t.row_id = b.row_id and t.writes
    )`,
    after: '    where true',
  },
  {
    name: "the server's rows do not reach the undo image",
    file: 'web/replica/server-rows.ts',
    before: 'update undo u set before = to_jsonb(r)',
    after: 'update undo u set before = u.before',
  },
  {
    name: 'a replica that opens again keeps the effects of settled changes',
    file: 'web/replica/sync-client.ts',
    before: '    if (hasReplica) await replica.rebase(pending)\n',
    after: '',
  },
  {
    name: 'tables of two epochs make one replica',
    file: 'web/replica/connection.ts',
    before: 'if (tables.some((table) => table.epoch !== epoch)) throw new RestoredMeanwhile()',
    after: '',
    unseen:
      'the stream refuses the cursor of the former epoch, so that the replica is filled again at once; tests/sync/sync-client.test.ts has it',
  },
  {
    name: 'what waits does not run on a new replica',
    file: 'web/replica/replica-database.ts',
    before: 'await runAgain(tx, pending, personId)',
    after: '',
  },
  {
    name: 'a dropped replica announces its state once more',
    file: 'web/replica/owned-replica.ts',
    before: 'await Promise.all([stateEvents.stop(), changeEvents.stop()])',
    after: '',
  },
  {
    name: 'a state is given to a version that its person did not see',
    file: 'shared/mutations/owned-contribution.ts',
    before: 'if (version === undefined || version === row.version) return',
    after: 'if (version === undefined || version <= row.version) return',
  },
  {
    name: 'a guest corrects what is verified',
    file: 'server/domain/own-report-corrections.ts',
    before: 'if (row.isVerified) {',
    after: 'if (row.isVerified && row.isRejected) {',
  },
  {
    name: 'a correction keeps the version before',
    file: 'shared/mutations/write-correction.ts',
    before: 'version = version + 1, ',
    after: '',
  },
  {
    name: 'an undone line forgets the state before',
    file: 'shared/mutations/statement-matches.ts',
    before: 'set payment_status = m.state_before, verified_at = null',
    after: "set payment_status = 'confirmed', verified_at = null",
    unseen:
      'lines seldom pay a rejected contribution here; tests/server/statement-matches.test.ts undoes one',
  },
  {
    name: 'an undone line leaves its contribution verified',
    file: 'shared/mutations/statement-matches.ts',
    before: 'and not (m.as_is_left or m.sum_left >= c.amount)',
    after: 'and false',
  },
]
