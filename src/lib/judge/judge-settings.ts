import { atom } from 'nanostores'
import type { InputOf, OutputOf } from '../../../contract/core/endpoint.ts'
import { honestMailsMarked, judgeModes } from '../../../contract/judge/judge-mode.ts'
import {
  fewestJudged,
  setJudgeEndpoint,
  showJudgeEndpoint,
} from '../../../contract/judge/judge-settings.ts'
import { call } from '../core/api/http.ts'
import { createResource } from '../core/api/resource.ts'
import { forgetWithSession } from '../core/storage/forget.ts'
import { reportFailure } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { $judgeWords } from './words/judge.words.yaml'

export { fewestJudged, honestMailsMarked, judgeModes }
export interface JudgeSettings extends OutputOf<typeof showJudgeEndpoint> {
  readonly organization_id: string
}
export type JudgeChoice = Partial<Omit<InputOf<typeof setJudgeEndpoint>, 'organization_id'>>

const notices = noticesAbout('judge')
const $organizationId = atom<string | undefined>()

forgetWithSession(() => $organizationId.set(undefined))

/** The judge's mode for the opened organization, and how often it was right. */
export const judgeSettings = createResource<JudgeSettings | undefined>(
  async () => {
    const organization_id = $organizationId.get()
    if (organization_id === undefined) return undefined
    return { ...(await call(showJudgeEndpoint, { organization_id })), organization_id }
  },
  (shown) => shown !== undefined && shown.organization_id === $organizationId.get(),
)

export function openJudge(organizationId: string): void {
  $organizationId.set(organizationId)
  void judgeSettings.reload()
}

let saving: Promise<void> = Promise.resolve()

/** Takes effect immediately; what is not chosen stays. One after another, as they were chosen. */
export function chooseJudge(settings: JudgeSettings, choice: JudgeChoice): Promise<void> {
  saving = saving.then(() => save({ ...settings, ...choice }))
  return saving
}

async function save({ organization_id, mode, per_thousand }: JudgeSettings): Promise<void> {
  const words = $judgeWords.get()
  try {
    await call(setJudgeEndpoint, { organization_id, mode, per_thousand })
    notices.success(words.saved)
  } catch (cause) {
    await reportFailure(notices, cause, { fallback: words.notSaved })
  }
  await judgeSettings.reload()
}
