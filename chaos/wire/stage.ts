import { openByUrl } from '../../bench/database.ts'
import type { Database } from '../../server/database/tables.ts'
import { makeSession, makeUser } from '../../tests/support/factories.ts'
import { fillUsers } from '../lists/fill.ts'

/** A list of so many is 15 MB, more than the system takes in for somebody who does not read. */
const users = 50_000

export interface Stage extends AsyncDisposable {
  readonly database: Database
  readonly adminToken: string
  /** Of somebody with a dashboard. */
  readonly employeeToken: string
}

export async function prepareStage(databaseUrl: string): Promise<Stage> {
  const database = await openByUrl(databaseUrl)
  const place = { database, clock: () => new Date() }
  return {
    database,
    adminToken: await fillUsers(place, users),
    employeeToken: await makeSession(place, await makeUser(place)),
    [Symbol.asyncDispose]: () => database.destroy(),
  }
}
