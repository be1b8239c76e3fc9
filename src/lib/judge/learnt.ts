import { atom } from 'nanostores'
import type { OutputOf } from '../../../contract/core/endpoint.ts'
import {
  exportLearningEndpoint,
  forgetLearningEndpoint,
  restoreLearningEndpoint,
  setLearningEndpoint,
  showLearningEndpoint,
} from '../../../contract/judge/learning.ts'
import { call } from '../core/api/http.ts'
import { createResource } from '../core/api/resource.ts'
import { displayTime } from '../core/i18n/format.ts'
import { forgetWithSession } from '../core/storage/forget.ts'
import { makeChange, pendingRows } from '../core/ui-state/change.ts'
import { confirm } from '../core/ui-state/dialogs.ts'
import { reportFailure } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { saveTextFile } from '../files/save-file.ts'
import { $learntWords } from './words/learnt.words.yaml'

export interface Learnt extends OutputOf<typeof showLearningEndpoint> {
  readonly organization_id: string
}
export type LearntVersion = NonNullable<Learnt['versions']>[number]

const notices = noticesAbout('learnt')
const $organizationId = atom<string | undefined>()
const restoring = pendingRows()

/** The numbers of versions that are being restored. */
export const $restoring = restoring.$pending

forgetWithSession(() => $organizationId.set(undefined))

/** The judge of the opened organization learnt this. */
export const learnt = createResource<Learnt | undefined>(
  async () => {
    const organization_id = $organizationId.get()
    if (organization_id === undefined) return undefined
    return { ...(await call(showLearningEndpoint, { organization_id })), organization_id }
  },
  (shown) => shown !== undefined && shown.organization_id === $organizationId.get(),
)

export function openLearnt(organizationId: string): void {
  $organizationId.set(organizationId)
  void learnt.reload()
}

/** Switches learning from ordinary mail, or answers the question that is asked once. */
export async function chooseLearning(
  { organization_id }: Learnt,
  learns_from_mail: boolean,
): Promise<void> {
  const { learnsNow, learnsNoMore, notSaved: failed } = $learntWords.get()
  const done = learns_from_mail ? learnsNow : learnsNoMore
  const send = () => call(setLearningEndpoint, { organization_id, learns_from_mail })
  await makeChange(notices, { done, failed }, send, learnt.reload)
}

export async function restoreVersion(
  { organization_id }: Learnt,
  { number, made_at }: LearntVersion,
): Promise<void> {
  const words = $learntWords.get()
  const time = displayTime(made_at).text
  const question = { text: words.restoreQuestion({ time }), action: words.restore }
  if (!(await confirm(question))) return
  const version = number ?? 0
  const send = () => call(restoreLearningEndpoint, { organization_id, version })
  const said = { done: words.restored({ time }), failed: words.notRestored }
  await restoring.run(version, () => makeChange(notices, said, send, learnt.reload))
}

export async function forgetAll({ organization_id }: Learnt): Promise<void> {
  const words = $learntWords.get()
  if (!(await confirm({ text: words.forgetQuestion, action: words.forget }))) return
  const send = () => call(forgetLearningEndpoint, { organization_id })
  const said = { done: words.forgotten, failed: words.notForgotten }
  await makeChange(notices, said, send, learnt.reload)
}

/** Gives all that was learnt to the browser as a file. */
export async function downloadLearnt({ organization_id }: Learnt): Promise<void> {
  notices.drop()
  try {
    const kept = await call(exportLearningEndpoint, { organization_id })
    saveTextFile('judge-learnt.json', JSON.stringify(kept, null, 2), 'application/json')
  } catch (error) {
    await reportFailure(notices, error, { prefix: $learntWords.get().notDownloaded })
  }
}
