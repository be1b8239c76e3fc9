import { meEndpoint } from '../../contract/account/me.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import type { FactorDuty } from '../sign-in/sign-in.ts'
import { idleEndOf, isPasswordRefused, mustSetOwnPassword, openDutyOf } from '../sign-in/sign-in.ts'
import { showUser } from '../users/users.ts'

/** GET /auth/me (R274, R349). */
export function me(services: Services) {
  return bindUser(services, meEndpoint, async (_input, caller) => {
    const { user, riskSum, organizationName, organizationLocale } = caller
    return {
      ...showUser(user, riskSum, services.clock()),
      ...describeDuty(await openDutyOf(services, caller)),
      ...(mustSetOwnPassword(services, caller) ? { must_change_password: true } : {}),
      ...(caller.isSingleSignOn ? await showSingleSignOn(services, user.id) : {}),
      has_own_account: true,
      locale: user.locale,
      answers_by_mail: user.answers_by_mail === 1,
      organization_name: organizationName,
      organization_locale: organizationLocale,
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
