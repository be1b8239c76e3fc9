import { beforeEach, inject } from 'vitest'
import { setTestDatabases } from '../test-database.ts'
import { createPostgresDatabase } from './databases.ts'

const postgres = inject('postgres')

if (postgres === null) beforeEach(({ skip }) => skip('PostgreSQL is not here'))
else {
  const create = () => createPostgresDatabase(postgres.url)
  setTestDatabases({ single: create, shared: create })
}
