import { chooseLanguageEndpoint } from '../../contract/account/choose-language.ts'
import { noteUser } from '../database/note-user.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'

/** POST /account/language, an addition. */
export function chooseLanguage(services: Services) {
  return bindUser(services, chooseLanguageEndpoint, async ({ locale }, { user }) => {
    await noteUser(services.database, user.id, { locale })
    return {}
  })
}
