import { type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeDays } from '../../../server/database/partitions/days.ts'
import { createServers } from '../../support/postgres/two-servers.ts'
import { makeUser, reportScans } from '../../support/worlds/factories.ts'

/** Acts once, when the answer to whether mail lies in no day's partition has come. */
function afterFirstCheck(act: () => Promise<unknown>): KyselyPlugin {
  let isChecking = false
  let hasActed = false
  return {
    transformQuery({ node }: { node: RootOperationNode }) {
      isChecking = node.kind === 'RawNode' && String(node.sqlFragments).includes('scans_safe_rest')
      return node
    },
    async transformResult({ result }) {
      if (isChecking && !hasActed) {
        hasActed = true
        await act()
      }
      return result
    },
  }
}

test('mail that comes while its partition is made leaves the other days their own', async () => {
  await using servers = await createServers()
  const { one, other } = servers
  await reportScans(one, await makeUser(one), [{}])
  const [scan] = await one.database.selectFrom('scans').selectAll().execute()
  if (scan === undefined) throw new Error('no mail')
  const today = one.clock().toISOString().slice(0, 10)
  const late = { ...scan, id: 'late', delete_after: `${today}T23:00:00.000Z` }
  const arrive = () => one.database.insertInto('scans').values(late).execute()
  await makeDays(other.database.withPlugin(afterFirstCheck(arrive)), one.clock())
  const { rows } = await sql<{ place: string; count: number }>`select
    (select count(*)::int from pg_class where relname ~ '^scans_safe_[0-9]{8}$') as count,
    tableoid::regclass::text as place from scans where id = 'late'`.execute(one.database)
  // All but today and the day of the first mail.
  expect(rows).toEqual([{ place: 'scans_safe_rest', count: 33 }])
})
