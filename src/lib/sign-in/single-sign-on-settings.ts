import { atom, type ReadableAtom } from 'nanostores'
import type { OutputOf } from '../../../contract/core/endpoint.ts'
import { checkIssuerEndpoint } from '../../../contract/sign-in/check-issuer.ts'
import {
  saveSignInSettingsEndpoint,
  showSignInSettingsEndpoint,
} from '../../../contract/sign-in/sign-in-settings.ts'
import { type SignInMode, signInModes } from '../../../contract/sign-in/single-sign-on-fields.ts'
import { listUsersEndpoint } from '../../../contract/users/list-users.ts'
import type { User } from '../../../contract/users/user.ts'
import { userList } from '../admin/admin.ts'
import { call } from '../core/api/http.ts'
import { forgetWithSession } from '../core/storage/forget.ts'
import type { Choice, SearchChoices } from '../core/ui-state/choices.ts'
import { copyText } from '../core/ui-state/copy-text.ts'
import { done, rejectFields, reportFailure, type Submitted, textOf } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { callConfirmed } from './confirmation.ts'
import { createOrganizationResource, openedOrganization } from './organization-sign-in.ts'
import { $singleSignOnSettingsWords } from './words/single-sign-on-settings.words.yaml'

export { type SignInMode, signInModes }
export type SingleSignOnSettings = OutputOf<typeof showSignInSettingsEndpoint>
export type IssuerCheck = OutputOf<typeof checkIssuerEndpoint>

const notices = noticesAbout('single-sign-on')
const $found = atom<IssuerCheck | undefined>()
forgetWithSession(() => $found.set(undefined))

/** The last check of an issuer, until another one is typed. */
export const $issuerCheck: ReadableAtom<IssuerCheck | undefined> = $found

const $breakGlassUser = atom<User | undefined>()
forgetWithSession(() => $breakGlassUser.set(undefined))

export const singleSignOnSettings = createOrganizationResource(async (organization_id) => {
  $found.set(undefined)
  const settings = await call(showSignInSettingsEndpoint, { organization_id })
  const { break_glass_user_id: id } = settings
  $breakGlassUser.set(id === null ? undefined : await userList.find(id))
  return settings
})

/** Saves the provider; an empty secret is the one that is stored. */
export async function saveSingleSignOn(
  form: FormData,
  { has_secret }: SingleSignOnSettings,
): Promise<Submitted> {
  const singleSignOnSettingsWords = $singleSignOnSettingsWords.get()
  notices.drop()
  const required = ['issuer', 'client_id', ...(has_secret ? [] : ['client_secret'])]
  const missing = required.filter((name) => textOf(form, name) === '')
  if (missing.length > 0) return rejectFields(notices, singleSignOnSettingsWords.missing, missing)
  const secret = textOf(form, 'client_secret')
  try {
    await callConfirmed(saveSignInSettingsEndpoint, {
      organization_id: openedOrganization(),
      mode: modeOf(textOf(form, 'mode')),
      issuer: textOf(form, 'issuer'),
      client_id: textOf(form, 'client_id'),
      ...(secret === '' ? {} : { client_secret: secret }),
      break_glass_user_id: textOf(form, 'break_glass_user_id') || null,
    })
  } catch (error) {
    return reportFailure(notices, error, { prefix: singleSignOnSettingsWords.saveFailed }, form)
  }
  notices.success(singleSignOnSettingsWords.saved)
  await singleSignOnSettings.reload()
  return done
}

export function modeOf(value: string): SignInMode {
  return signInModes.find((known) => known === value) ?? 'off'
}

/** Asks the server to look at the issuer in the form, saved or not. */
export async function checkIssuer(form: FormData): Promise<Submitted> {
  const singleSignOnSettingsWords = $singleSignOnSettingsWords.get()
  forgetCheck()
  const issuer = textOf(form, 'issuer')
  if (issuer === '') return rejectFields(notices, singleSignOnSettingsWords.missing, ['issuer'])
  const input = { organization_id: openedOrganization(), issuer }
  try {
    $found.set(await call(checkIssuerEndpoint, input))
  } catch (error) {
    return reportFailure(notices, error, { prefix: singleSignOnSettingsWords.checkFailed }, form)
  }
  return { status: 'kept' }
}

/** The result of a check is about what was typed then. */
export function forgetCheck(): void {
  notices.drop()
  $found.set(undefined)
}

const choicesShown = 50

/** Active users of the opened organization whose name or address contains a text. */
export const searchBreakGlassUsers: SearchChoices = async (text) => {
  const organization_id = openedOrganization()
  const q = text.trim() === '' ? {} : { q: text.trim() }
  const users = await call(listUsersEndpoint, {
    organization_id,
    status: 'active',
    limit: choicesShown,
    ...q,
  })
  return { choices: users.map(choiceOf), total: users.length, next: undefined }
}

/** The choice for a user, labelled with the id if the name is not loaded. */
export function breakGlassChoice(id: SingleSignOnSettings['break_glass_user_id']) {
  if (id === null) return undefined
  const known = [...(userList.$list.get()?.rows ?? []), $breakGlassUser.get()]
  const user = known.find((one) => String(one?.id) === String(id))
  return user === undefined ? { id: String(id), label: String(id) } : choiceOf(user)
}

function choiceOf({ id, full_name, username }: User): Choice {
  return { id: String(id), label: full_name === '' ? username : `${full_name} (${username})` }
}

export async function copyRedirectAddress(address: string): Promise<void> {
  await copyText(address, notices, $singleSignOnSettingsWords.get())
}
