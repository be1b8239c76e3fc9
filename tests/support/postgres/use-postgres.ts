import { beforeEach, inject } from 'vitest'
import { usualConnections } from '../../../server/core/database-address.ts'
import { connectPostgres } from '../../../server/database/opening/open-postgres.ts'
import { setTestDatabases } from '../server/test-database.ts'
import { offerDatabases } from './databases.ts'

const postgres = inject('postgres')

if (postgres === null) beforeEach(({ skip }) => skip('PostgreSQL is not here'))
else {
  const { create, createEmpty } = offerDatabases(postgres.databases)
  setTestDatabases({
    create,
    createEmpty,
    async open() {
      const created = await create()
      const database = connectPostgres(created.address, usualConnections)
      return {
        database,
        async [Symbol.asyncDispose]() {
          await database.destroy()
          await created[Symbol.asyncDispose]()
        },
      }
    },
  })
}
