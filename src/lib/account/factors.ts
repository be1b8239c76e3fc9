import { atom, computed, type ReadableAtom } from 'nanostores'
import type { OutputOf } from '../../../contract/core/endpoint.ts'
import { addPasskeyEndpoint, beginPasskeyEndpoint } from '../../../contract/sign-in/add-passkey.ts'
import { addTotpEndpoint, beginTotpEndpoint } from '../../../contract/sign-in/add-totp.ts'
import {
  listFactorsEndpoint,
  removeFactorEndpoint,
  replaceRecoveryCodesEndpoint,
} from '../../../contract/sign-in/own-factors.ts'
import { HttpError } from '../core/api/errors.ts'
import { call } from '../core/api/http.ts'
import { createResource } from '../core/api/resource.ts'
import { displayDate } from '../core/i18n/format.ts'
import { forgetWithSession } from '../core/storage/forget.ts'
import { copyText } from '../core/ui-state/copy-text.ts'
import { done, rejectFields, reportFailure, type Submitted, textOf } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { $session } from '../sign-in/session.ts'
import { $factorsWords } from './words/factors.words.yaml'

export type OwnFactor = OutputOf<typeof listFactorsEndpoint>['factors'] extends
  | readonly (infer One)[]
  | null
  | undefined
  ? One
  : never

/** The purpose of the open dialog. */
export type FactorTask =
  | { readonly kind: 'add-totp' | 'add-passkey' | 'new-codes' }
  | { readonly kind: 'remove'; readonly factor: OwnFactor }
  | ({ readonly kind: 'scan' } & OutputOf<typeof beginTotpEndpoint>)
  | { readonly kind: 'codes'; readonly codes: readonly string[] }

const $task = atom<FactorTask | undefined>()
const notices = noticesAbout('factors')

/** The open dialog of the section. */
export const $factorTask: ReadableAtom<FactorTask | undefined> = $task

forgetWithSession(() => $task.set(undefined))

export const ownFactors = createResource(() => call(listFactorsEndpoint))

export const $hasFactor = computed(
  ownFactors.$resource,
  (resource) => resource.status === 'loaded' && (resource.data.factors?.length ?? 0) > 0,
)

export const $hasPasskey = computed(
  ownFactors.$resource,
  (resource) =>
    resource.status === 'loaded' &&
    (resource.data.factors ?? []).some(({ kind }) => kind === 'passkey'),
)

/** From when on a user without a second factor needs one; undefined if none is required. */
export const $factorDue = computed([$session, $hasFactor], (session, hasFactor) => {
  const due = session.status === 'signed-in' && !hasFactor && session.user.factor_due_at
  return due ? displayDate(due).text : undefined
})

export function openTask(task: FactorTask): void {
  notices.drop()
  $task.set(task)
}

export function closeTask(): void {
  notices.drop()
  $task.set(undefined)
}

/** Copies the key of an authenticator app. */
export async function copyKey(secret: string): Promise<void> {
  await copyText(secret, notices, $factorsWords.get())
}

/** Does what the dialog is for, with the password; passwords are not trimmed. */
export async function submitTask(task: FactorTask, form: FormData): Promise<Submitted> {
  const factorsWords = $factorsWords.get()
  notices.drop()
  const missing = [...form].filter(([, typed]) => typed === '').map(([name]) => name)
  if (missing.length > 0) return rejectFields(notices, factorsWords.missing, missing)
  try {
    await perform(task, form)
    return done
  } catch (error) {
    const isOurs = error instanceof HttpError
    const ofOthers = task.kind === 'add-passkey' ? { fallback: factorsWords.declined } : {}
    const words = isOurs ? { prefix: factorsWords.failed } : ofOthers
    return reportFailure(notices, error, words, form)
  }
}

async function perform(task: FactorTask, form: FormData): Promise<void> {
  const typed = form.get('current_password')
  const proof = { current_password: typeof typed === 'string' ? typed : '' }
  switch (task.kind) {
    case 'add-totp':
      return $task.set({ kind: 'scan', ...(await call(beginTotpEndpoint, proof)) })
    case 'scan': {
      const { registration } = task
      const code = textOf(form, 'code')
      return finish(await call(addTotpEndpoint, { registration, code, name: textOf(form, 'name') }))
    }
    case 'add-passkey': {
      const { registration, options } = await call(beginPasskeyEndpoint, proof)
      const { startRegistration } = await import('@simplewebauthn/browser')
      const credential = await startRegistration({ optionsJSON: options })
      const name = textOf(form, 'name')
      return finish(await call(addPasskeyEndpoint, { registration, credential, name }))
    }
    case 'new-codes':
      return finish(await call(replaceRecoveryCodesEndpoint, proof))
    case 'remove':
      await call(removeFactorEndpoint, { id: task.factor.id, ...proof })
      closeTask()
      notices.success($factorsWords.get().removed)
      return ownFactors.reload()
    case 'codes':
      return undefined
  }
}

/** Shows recovery codes that came with the answer. */
function finish({ recovery_codes: codes }: { readonly recovery_codes: string[] }): Promise<void> {
  if (codes.length > 0) $task.set({ kind: 'codes', codes })
  else {
    closeTask()
    notices.success($factorsWords.get().added)
  }
  return ownFactors.reload()
}
