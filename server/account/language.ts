import { accountLanguageEndpoint } from '../../contract/account/account-language.ts'
import type { Services } from '../core/services.ts'
import { bindUser } from '../http/bind.ts'

/** POST /account/language, an addition (A862). */
export function chooseLanguage(services: Services) {
  return bindUser(services, accountLanguageEndpoint, async ({ locale }, { user }) => {
    await services.database
      .updateTable('users')
      .set({ locale })
      .where('id', '=', user.id)
      .where('removed_at', 'is', null)
      .execute()
    return {}
  })
}
