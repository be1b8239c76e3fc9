import { correctOwnUserEndpoint } from '../../../contract/users/correct-own-user.ts'
import {
  sendOwnInvitationEndpoint,
  withdrawOwnInvitationEndpoint,
} from '../../../contract/users/own-invitations.ts'
import { resetFactorsOfOwnUserEndpoint } from '../../../contract/users/reset-factors-of-own-user.ts'
import { setOwnUserStatusEndpoint } from '../../../contract/users/set-own-user-status.ts'
import { call } from '../core/api/http.ts'
import { callConfirmed } from '../core/session/confirmation.ts'
import { makeChange } from '../core/ui-state/change.ts'
import { confirm } from '../core/ui-state/dialogs.ts'
import { done, rejectFields, reportFailure, type Submitted, textOf } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { type Person, people } from './people.ts'
import { $personWords } from './words/person.words.yaml'

const notices = noticesAbout('person')

/** Sends an invitation, for the first time or again (A675). @returns whether it was sent */
export function sendInvitation({ id, email }: Pick<Person, 'id' | 'email'>): Promise<boolean> {
  return change(() => call(sendOwnInvitationEndpoint, { id }), $personWords.get().sent({ email }))
}

/** @returns whether it was withdrawn */
export function withdrawInvitation({ id }: Person): Promise<boolean> {
  return change(() => call(withdrawOwnInvitationEndpoint, { id }), $personWords.get().withdrawn)
}

/** Corrects a user who has not come yet (A1131). */
export async function correctPerson({ id }: Person, form: FormData): Promise<Submitted> {
  const personWords = $personWords.get()
  notices.drop()
  const given = {
    full_name: textOf(form, 'full_name'),
    email: textOf(form, 'email'),
    department: textOf(form, 'department'),
  }
  const missing = (['full_name', 'email'] as const).filter((name) => given[name] === '')
  if (missing.length > 0) return rejectFields(notices, personWords.correctMissing, missing)
  try {
    const { is_invited } = await callConfirmed(correctOwnUserEndpoint, { id, ...given })
    const name = given.full_name
    notices.success(
      is_invited ? personWords.sent({ email: given.email }) : personWords.corrected({ name }),
    )
  } catch (error) {
    const words = { prefix: personWords.failed, fallback: personWords.unknownError }
    return reportFailure(notices, error, { ...words, order: ['detail'] }, form)
  }
  void people.reload()
  return done
}

/** Makes a user active or inactive after a question (A674). @returns whether it was done */
export async function setActive(person: Person, is_active: boolean): Promise<boolean> {
  const words = $personWords.get()
  const name = nameOf(person)
  const question = is_active
    ? { text: words.activateQuestion({ name }), action: words.activate }
    : { text: words.deactivateQuestion({ name }), action: words.deactivate }
  if (!(await confirm(question))) return false
  return change(
    () => callConfirmed(setOwnUserStatusEndpoint, { ids: [person.id], is_active }),
    (is_active ? words.activated : words.deactivated)({ name }),
  )
}

/** Removes the second factors of a user after a question (A677). @returns whether it was done */
export async function resetFactors(person: Person): Promise<boolean> {
  const words = $personWords.get()
  const name = nameOf(person)
  const question = { text: words.resetQuestion({ name }), action: words.reset }
  if (!(await confirm(question))) return false
  return change(
    () => callConfirmed(resetFactorsOfOwnUserEndpoint, { id: person.id }),
    words.wasReset({ name }),
  )
}

export function nameOf({ full_name, username }: Person): string {
  return full_name || username
}

function change(send: () => Promise<unknown>, done: string): Promise<boolean> {
  return makeChange(notices, { ...$personWords.get(), done }, send, async () => {
    // The dialog closes at once.
    void people.reload()
  })
}
