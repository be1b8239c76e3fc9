import { meEndpoint } from '../../contract/endpoints/me.ts'
import type { Services } from '../core/services.ts'
import { prepare } from '../database/prepare.ts'
import { bindUser } from '../http/bind.ts'
import { mustSetOwnPassword } from './own-password.ts'
import { idleEndOf } from './session-end.ts'
import { showUser } from './show-user.ts'

const findMore = prepare((database, named: (name: 'id') => string) =>
  database
    .selectFrom('users')
    .leftJoin('scan_totals', 'scan_totals.user_id', 'users.id')
    .leftJoin('organizations', 'organizations.id', 'users.organization_id')
    .select(['scan_totals.risk_sum', 'organizations.name as organization_name'])
    .where('users.id', '=', named('id')),
)

/** GET /auth/me (R274, R349). */
export function me(services: Services) {
  return bindUser(services, meEndpoint, async (_input, caller) => {
    const { user } = caller
    const [more] = await findMore(services.database, { id: user.id })
    return {
      ...showUser(user, more?.risk_sum ?? 0, services.clock()),
      ...(mustSetOwnPassword(services, user) ? { must_change_password: true } : {}),
      organization_name: more?.organization_name ?? '',
      ...idleEndOf(services, caller),
    }
  })
}
