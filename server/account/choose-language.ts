import { chooseLanguageEndpoint } from '../../contract/account/choose-language.ts'
import type { Services } from '../core/services.ts'
import { bindUser } from '../http/bind.ts'
import { noteUser } from '../users/note-user.ts'

/** POST /account/language, an addition (A862). */
export function chooseLanguage(services: Services) {
  return bindUser(services, chooseLanguageEndpoint, async ({ locale }, { user }) => {
    await noteUser(services.database, user.id, { locale })
    return {}
  })
}
