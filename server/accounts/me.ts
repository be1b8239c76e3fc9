import { meEndpoint } from '../../src/lib/contract/me.ts'
import { prepare } from '../database/prepare.ts'
import { type Binding, bindPerson } from '../http/bind.ts'
import type { Parts } from '../parts.ts'
import { idleEndOf } from './session-end.ts'
import { showPerson } from './show-person.ts'

const findMore = prepare((database, named: (name: 'id') => string) =>
  database
    .selectFrom('users')
    .leftJoin('scan_totals', 'scan_totals.user_id', 'users.id')
    .leftJoin('organizations', 'organizations.id', 'users.organization_id')
    .select(['scan_totals.risk_sum', 'organizations.name as organization_name'])
    .where('users.id', '=', named('id')),
)

/** GET /auth/me (R274, R349). */
export function me(parts: Parts): Binding {
  return bindPerson(parts, meEndpoint, async (_input, caller) => {
    const { person } = caller
    const [more] = await findMore(parts.database, { id: person.id })
    return {
      ...showPerson(person, more?.risk_sum ?? 0, parts.clock()),
      organization_name: more?.organization_name ?? '',
      ...idleEndOf(parts, caller),
    }
  })
}
