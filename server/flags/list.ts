import type { Selectable } from 'kysely'
import { flagsListEndpoint } from '../../src/lib/contract/flags-list.ts'
import type { Flags } from '../database/tables.ts'
import { type Binding, bindPerson } from '../http/bind.ts'
import type { Parts } from '../parts.ts'

/** GET /flags/list (R282, R283, R354): one's own, newest first. */
export function listFlags(parts: Parts): Binding {
  return bindPerson(parts, flagsListEndpoint, async (_input, { person }) => {
    const rows = await parts.database
      .selectFrom('flags')
      .selectAll()
      .where('user_id', '=', person.id)
      .orderBy('id', 'desc')
      .execute()
    const red = rows.filter(({ flag_type }) => flag_type === 'red').length
    return {
      flags: rows.map(showFlag),
      total: rows.length,
      green_count: rows.length - red,
      red_count: red,
    }
  })
}

/** Only what is red blocks, and only that is counted. */
function showFlag({ blocked_count, ...flag }: Selectable<Flags>) {
  return flag.flag_type === 'red' ? { ...flag, blocked_count } : flag
}
