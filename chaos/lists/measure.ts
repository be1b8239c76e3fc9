import { gatherStatistics } from '../../server/database/statistics.ts'
import { createTestServer } from '../../tests/support/server.ts'
import { fillMail, fillTeam, fillUsers } from './fill.ts'
import { type Measured, nothing, watchOthers } from './others.ts'

/** Longer than this no list may keep another call waiting. */
export const mostDelayMs = 100

export interface ListFigures {
  /** What the machine itself makes others wait: it makes everybody wait, with or without a list. */
  readonly idle: Measured
  readonly calls: readonly (Measured & { readonly call: string })[]
}

/** @param address of an empty database, as `openDatabase` takes it */
export async function measureLists(address: string, users: number): Promise<ListFigures> {
  await using server = await createTestServer({ address })
  const token = await fillUsers(server, users)
  await fillTeam(server, 10_000)
  const busiest = await fillMail(server, 100_000)
  // The PostgreSQL of the benches does not do it by itself.
  await gatherStatistics(server.database)
  await using others = await watchOthers(server, token)
  const idle = await others.during(nothing)
  const calls: (Measured & { call: string })[] = []
  for (const call of [
    '/admin/users',
    '/admin/users?limit=50',
    '/admin/users?limit=500',
    '/admin/users?limit=50&q=nobody+at+all',
    '/admin/users?q=person',
    '/admin/organizations',
    '/admin/dashboard',
    '/dashboard/team',
    `DELETE /admin/users/${busiest}`,
  ]) {
    calls.push({ call, ...(await others.during(call)) })
  }
  return { idle, calls }
}

/** @returns the calls that kept others waiting for too long */
export function slowCalls({ idle, calls }: ListFigures): string[] {
  const most = mostDelayMs + idle.longestWaitMs
  return calls.filter(({ longestWaitMs }) => longestWaitMs > most).map(({ call }) => call)
}
