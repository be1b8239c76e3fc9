import { chooseLanguageEndpoint } from '../../../contract/account/choose-language.ts'
import { baseLocale, type Locale } from '../../../contract/core/locale.ts'
import { call } from '../core/api/http.ts'
import { localeNamed } from '../core/navigation/languages.ts'
import { followUserLanguage, switchLanguage } from '../core/navigation/switch-language.ts'
import { reportFailure, type Submitted } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { $languageWords } from '../core/words/language.words.yaml'
import { $session, reloadUser } from '../sign-in/session.ts'

// With these the code of languages is one file, which the first code of a dashboard names once.
export { languageChoices, nameOfLanguage } from '../core/navigation/languages.ts'
export { followUserLanguage }

const notices = noticesAbout('language')

/**
 * Changes the language of this document; for a signed-in user it is the choice that counts from now on.
 * Where that cannot be stored, the screens change all the same.
 * @param link what was pressed; it stays where it is in the window, and keeps the focus
 */
export async function pressSwitch(locale: Locale, link: HTMLElement): Promise<void> {
  const before = link.getBoundingClientRect().top
  const isSignedIn = $session.get().status === 'signed-in'
  if (!(await switchLanguage(locale))) {
    // The sign-in form has no place for notices.
    if (!isSignedIn && link instanceof HTMLAnchorElement) location.assign(link.href)
    return
  }
  requestAnimationFrame(() => scrollBy(0, link.getBoundingClientRect().top - before))
  if (isSignedIn) await store(locale).catch(() => undefined)
}

/** The choice in the account; without one that of the organization counts. */
export async function saveLanguage(form: FormData): Promise<Submitted> {
  const { failed: prefix } = $languageWords.get()
  const chosen = localeNamed(form.get('locale'))
  notices.drop()
  try {
    await store(chosen)
  } catch (error) {
    return reportFailure(notices, error, { prefix }, form)
  }
  const session = $session.get()
  const standard = session.status === 'signed-in' ? session.user.organization_locale : null
  if (await switchLanguage(chosen ?? standard ?? baseLocale)) {
    notices.success($languageWords.get().saved)
  }
  return { status: 'kept' }
}

async function store(locale: Locale | null): Promise<void> {
  await call(chooseLanguageEndpoint, { locale })
  await reloadUser()
}
