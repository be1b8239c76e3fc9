import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { recentThreats } from '../../../server/emails/recent-threats.ts'
import { createTestServer } from '../../support/server/server.ts'

test('recent threats are read from an index, whatever the amount of mail', async () => {
  await using server = await createTestServer()
  const query = recentThreats(server.database, 'unknown', '').compile()
  const plan = await server.database.executeQuery(
    CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]),
  )
  const details = plan.rows.map((row) => JSON.stringify(row))
  expect(details.filter((detail) => /SCAN scans/.test(detail))).toEqual([])
  expect(
    details.filter((detail) => /SEARCH scans USING INDEX scans_of_person/.test(detail)),
  ).toHaveLength(2)
})
