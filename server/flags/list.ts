import type { Selectable } from 'kysely'
import { flagsListEndpoint } from '../../contract/endpoints/flags-list.ts'
import type { Services } from '../core/services.ts'
import { prepare } from '../database/prepare.ts'
import type { Flags } from '../database/tables.ts'
import { type Binding, bindUser } from '../http/bind.ts'
import { isIgnored } from './public-mail.ts'

const findFlagsOf = prepare((database, named: (name: 'userId') => string) =>
  database
    .selectFrom('flags')
    .select(['id', 'flag_type', 'value', 'reason', 'created_at', 'blocked_count'])
    .where('user_id', '=', named('userId'))
    .orderBy('id', 'desc'),
)

/** GET /flags/list (R282, R283, R354): the caller's flags, newest first. */
export function listFlags(services: Services): Binding {
  return bindUser(services, flagsListEndpoint, async (_input, { user }) => {
    const rows = await findFlagsOf(services.database, { userId: user.id })
    const red = rows.filter(({ flag_type }) => flag_type === 'red').length
    return {
      flags: rows.map((flag) => showFlag(flag, services.trustablePublicMail)),
      total: rows.length,
      green_count: rows.length - red,
      red_count: red,
    }
  })
}

/** Includes the blocked count for red flags only. */
function showFlag(row: Omit<Selectable<Flags>, 'user_id'>, trustablePublicMail: readonly string[]) {
  const { id, flag_type, value, reason, created_at, blocked_count } = row
  const flag = { id, flag_type, value, reason, created_at }
  if (flag_type === 'red') return { ...flag, blocked_count }
  return isIgnored(flag, trustablePublicMail) ? { ...flag, is_ignored: true } : flag
}
