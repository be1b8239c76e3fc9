import { meEndpoint } from '../../contract/account/me.ts'
import { prepare } from '../database/drivers/prepare.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import type { FactorDuty } from '../sign-in/sign-in.ts'
import { idleEndOf, isPasswordRefused, mustSetOwnPassword, openDutyOf } from '../sign-in/sign-in.ts'
import { showUser } from '../users/users.ts'

const findMore = prepare((database, named: (name: 'id') => string) =>
  database
    .selectFrom('users')
    .leftJoin('scan_totals', 'scan_totals.user_id', 'users.id')
    .leftJoin('organizations', 'organizations.id', 'users.organization_id')
    .select([
      'scan_totals.risk_sum',
      'organizations.name as organization_name',
      'organizations.locale as organization_locale',
    ])
    .where('users.id', '=', named('id')),
)

/** GET /auth/me (R274, R349). */
export function me(services: Services) {
  return bindUser(services, meEndpoint, async (_input, caller) => {
    const { user } = caller
    const [more] = await findMore(services.database, { id: user.id })
    return {
      ...showUser(user, more?.risk_sum ?? 0, services.clock()),
      ...describeDuty(await openDutyOf(services, caller)),
      ...(mustSetOwnPassword(services, caller) ? { must_change_password: true } : {}),
      ...(caller.isSingleSignOn ? await showSingleSignOn(services, user.id) : {}),
      has_own_account: true,
      organization_name: more?.organization_name ?? '',
      organization_locale: more?.organization_locale ?? null,
      ...idleEndOf(services, caller),
    }
  })
}

function describeDuty(duty: FactorDuty) {
  switch (duty.kind) {
    case 'none':
      return {}
    case 'later':
      return { factor_due_at: duty.dueAt }
    case 'now':
      return { must_add_factor: true }
  }
}

async function showSingleSignOn({ database }: Services, userId: string) {
  const isOnly = await isPasswordRefused(database, userId)
  return { is_single_sign_on: true, ...(isOnly ? { only_single_sign_on: true } : {}) }
}
