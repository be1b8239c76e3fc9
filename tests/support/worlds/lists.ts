import * as v from 'valibot'
import { expect } from 'vitest'
import { latinSkeleton } from '../../../contract/flags/look-alikes.ts'
import { recordAct } from '../../../server/audit/record.ts'
import { newId } from '../../../server/database/id.ts'
import { searchKeysOfUser, usernameKey } from '../../../server/database/search-index.ts'
import type { Users } from '../../../server/database/tables/accounts.ts'
import { createUser, neverSignedIn } from '../../../server/users/change/create-user.ts'
import type { TestServer } from '../server/server.ts'
import { changeUser, makeOrganization, type Place, signInAdmin } from './factories.ts'
import { makeFlag } from './mail-factories.ts'

const list = v.array(v.record(v.string(), v.unknown()))
const lists = v.union([
  list,
  v.pipe(
    v.object({ flags: list }),
    v.transform(({ flags }) => flags),
  ),
])

export async function addUser(
  place: Place,
  username: string,
  full_name = username,
): Promise<string> {
  const email = `${username}@firm.example`
  return createUser(place, { username, email, full_name, role: 'employee' })
}

/** As they would be one by one, in a fraction of the time. */
export async function addUsers(
  { database, clock }: Place,
  users: readonly Pick<Users, 'username' | 'full_name'>[],
  organization_id: string | null = null,
): Promise<void> {
  const rows = users.map((user) => {
    const email = `${user.username}@firm.example`
    return {
      ...{ ...neverSignedIn, ...user, email, organization_id, id: newId() },
      ...({ role: 'employee', department: '', phone: '', is_active: 1 } as const),
      username_key: usernameKey(user.username),
      look_alike_key: latinSkeleton(user.username),
      ...{ created_at: clock().toISOString(), removed_at: null },
      ...searchKeysOfUser({ ...user, email, aliases: [] }),
    }
  })
  // One statement has room for so many parameters.
  for (let at = 0; at < rows.length; at += 500) {
    await database
      .insertInto('users')
      .values(rows.slice(at, at + 500))
      .execute()
  }
}

/** @returns the rows of one page, and where its link leads */
export async function readPage(server: TestServer, token: string, path: string) {
  const { status, body, headers } = await server.get(path, { token })
  expect(status, path).toBe(200)
  const next = /^<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  return { rows: v.parse(lists, body), next }
}

/** Follows the links to the end. */
export async function readAll(server: TestServer, token: string, path: string) {
  const rows: Record<string, unknown>[] = []
  for (let next: string | undefined = path; next !== undefined; ) {
    const page = await readPage(server, token, next)
    if (next !== path) expect(page.rows, 'a link leads to more rows').not.toEqual([])
    rows.push(...page.rows)
    next = page.next
  }
  return rows
}

export async function namesOf(server: TestServer, token: string, query: string) {
  const rows = await readAll(server, token, `/api/admin/users?${query}`)
  return rows.map(({ full_name }) => full_name)
}

/** Something of everything that is listed, with names of several scripts and equal ones. */
export async function fillLists(server: TestServer) {
  const { admin, token } = await signInAdmin(server)
  const names = ['Zoë', 'zoë', 'Åsa', 'رانيا حداد', '王小明', 'Anna', 'anna', 'ANNA', '😀', 'Ｆull']
  for (const [number, full_name] of names.entries()) {
    const id = await addUser(server, `user-${9 - number}`, full_name)
    const role = (['employee', 'team_lead'] as const)[number % 2] ?? 'employee'
    const is_active = number % 3 === 0 ? 0 : 1
    await changeUser(server, id, { role, is_active })
    await makeOrganization(server, {
      name: `${full_name} ${number}`,
      industry: number % 2 === 0 ? 'finance' : 'other',
    })
    const flag = await makeFlag(server, admin, {
      flag_type: number % 2 === 0 ? 'red' : 'green',
      value: `${9 - number}.example`,
    })
    const blocked_count = number % 4
    await server.database
      .updateTable('flags')
      .set({ blocked_count })
      .where('id', '=', flag)
      .execute()
    const actor = { actor_id: admin.id, actor_role: 'super_admin', address: '' } as const
    await recordAct(server, server.database, actor, {
      action: number % 2 === 0 ? 'flag-add' : 'flag-remove',
      target: 'flag',
      targetId: flag,
    })
  }
  return { admin, token }
}
