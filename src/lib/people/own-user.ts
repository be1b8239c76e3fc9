import { correctOwnUserEndpoint } from '../../../contract/users/correct-own-user.ts'
import {
  sendOwnInvitationEndpoint,
  withdrawOwnInvitationEndpoint,
} from '../../../contract/users/own-invitations.ts'
import { resetFactorsOfOwnUserEndpoint } from '../../../contract/users/reset-factors-of-own-user.ts'
import { setOwnUserStatusEndpoint } from '../../../contract/users/set-own-user-status.ts'
import { call } from '../core/api/http.ts'
import { makeChange } from '../core/ui-state/change.ts'
import { confirm } from '../core/ui-state/dialogs.ts'
import { done, rejectFields, reportFailure, type Submitted, textOf } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { callConfirmed } from '../sign-in/confirmation.ts'
import { type OwnUser, people } from './people.ts'
import { $ownUserWords } from './words/own-user.words.yaml'

const notices = noticesAbout('own-user')

/** Sends an invitation, for the first time or again. @returns whether it was sent */
export function sendInvitation({ id, email }: Pick<OwnUser, 'id' | 'email'>): Promise<boolean> {
  return change(() => call(sendOwnInvitationEndpoint, { id }), $ownUserWords.get().sent({ email }))
}

/** @returns whether it was withdrawn */
export function withdrawInvitation({ id }: OwnUser): Promise<boolean> {
  return change(() => call(withdrawOwnInvitationEndpoint, { id }), $ownUserWords.get().withdrawn)
}

/** Corrects a user who has not come yet. */
export async function correctUser({ id }: OwnUser, form: FormData): Promise<Submitted> {
  const ownUserWords = $ownUserWords.get()
  notices.drop()
  const given = {
    full_name: textOf(form, 'full_name'),
    email: textOf(form, 'email'),
    department: textOf(form, 'department'),
  }
  const missing = (['full_name', 'email'] as const).filter((name) => given[name] === '')
  if (missing.length > 0) return rejectFields(notices, ownUserWords.correctMissing, missing)
  try {
    const { is_invited } = await callConfirmed(correctOwnUserEndpoint, { id, ...given })
    const name = given.full_name
    notices.success(
      is_invited ? ownUserWords.sent({ email: given.email }) : ownUserWords.corrected({ name }),
    )
  } catch (error) {
    return reportFailure(notices, error, { prefix: ownUserWords.failed }, form)
  }
  void people.reload()
  return done
}

/** Makes a user active or inactive after a question. @returns whether it was done */
export async function setActive(user: OwnUser, is_active: boolean): Promise<boolean> {
  const words = $ownUserWords.get()
  const name = nameOf(user)
  const question = is_active
    ? { text: words.activateQuestion({ name }), action: words.activate }
    : { text: words.deactivateQuestion({ name }), action: words.deactivate }
  if (!(await confirm(question))) return false
  return change(
    () => callConfirmed(setOwnUserStatusEndpoint, { ids: [user.id], is_active }),
    (is_active ? words.activated : words.deactivated)({ name }),
  )
}

/** Removes the second factors of a user after a question. @returns whether it was done */
export async function resetFactors(user: OwnUser): Promise<boolean> {
  const words = $ownUserWords.get()
  const name = nameOf(user)
  const question = { text: words.resetQuestion({ name }), action: words.reset }
  if (!(await confirm(question))) return false
  return change(
    () => callConfirmed(resetFactorsOfOwnUserEndpoint, { id: user.id }),
    words.wasReset({ name }),
  )
}

export function nameOf({ full_name, username }: OwnUser): string {
  return full_name || username
}

function change(send: () => Promise<unknown>, done: string): Promise<boolean> {
  return makeChange(notices, { ...$ownUserWords.get(), done }, send, async () => {
    // The dialog closes at once.
    void people.reload()
  })
}
