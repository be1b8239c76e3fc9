import { beforeEach, inject } from 'vitest'
import { setTestDatabases } from '../test-database.ts'
import { offerDatabases } from './databases.ts'

const postgres = inject('postgres')

if (postgres === null) beforeEach(({ skip }) => skip('PostgreSQL is not here'))
else {
  const take = offerDatabases(postgres.databases)
  setTestDatabases({ single: take, shared: take })
}
