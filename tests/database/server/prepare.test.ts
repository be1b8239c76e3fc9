import { expect, test } from 'vitest'
import { prepare } from '../../../server/database/drivers/prepare.ts'
import { createTestServer } from '../../support/server/server.ts'
import { makeUser } from '../../support/worlds/factories.ts'

test('a prepared query is compiled once, for transactions and other databases of the engine too', async () => {
  await using server = await createTestServer()
  await using other = await createTestServer()
  let built = 0
  const findName = prepare((database, named: (name: 'id') => string) => {
    built += 1
    return database.selectFrom('users').select('full_name').where('id', '=', named('id'))
  })
  const rania = await makeUser(server, { full_name: 'Rania' })
  const omar = await makeUser(other, { full_name: 'Omar' })
  expect(await findName(server.database, { id: rania.id })).toEqual([{ full_name: 'Rania' }])
  expect(await findName(other.database, { id: omar.id })).toEqual([{ full_name: 'Omar' }])
  await server.database.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('users')
      .set({ full_name: 'Rania H.' })
      .where('id', '=', rania.id)
      .execute()
    const inside = await findName(transaction, { id: rania.id })
    expect(inside).toEqual([{ full_name: 'Rania H.' }])
  })
  expect(built).toBe(1)
})
