import { atom, computed } from 'nanostores'
import type { InputOf, OutputOf } from '../../../contract/core/endpoint.ts'
import {
  honestMailsMarked,
  type JudgeMode,
  judgeModes,
} from '../../../contract/judge/judge-mode.ts'
import {
  fewestJudged,
  setJudgeEndpoint,
  showJudgeEndpoint,
} from '../../../contract/judge/judge-settings.ts'
import { call } from '../core/api/http.ts'
import { createResource } from '../core/api/resource.ts'
import { forgetWithSession } from '../core/storage/forget.ts'
import { makeChange } from '../core/ui-state/change.ts'
import { confirm } from '../core/ui-state/dialogs.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { $judgeWords } from './words/judge.words.yaml'

export { fewestJudged, honestMailsMarked, judgeModes }
export interface JudgeSettings extends OutputOf<typeof showJudgeEndpoint> {
  readonly organization_id: string
}
type Choice = InputOf<typeof setJudgeEndpoint>

const notices = noticesAbout('judge')
const $organizationId = atom<string | undefined>()
const $replaced = atom<Choice | undefined>()

forgetWithSession(() => {
  $organizationId.set(undefined)
  $replaced.set(undefined)
})

/** The judge's mode for the opened organization, and how often it was right. */
export const judgeSettings = createResource<JudgeSettings | undefined>(
  async () => {
    const organization_id = $organizationId.get()
    if (organization_id === undefined) return undefined
    return { ...(await call(showJudgeEndpoint, { organization_id })), organization_id }
  },
  (shown) => shown !== undefined && shown.organization_id === $organizationId.get(),
)

/** The settings that the last change replaced, as long as its organization is open. */
export const $undoOfJudge = computed([$replaced, $organizationId], (replaced, id) =>
  replaced?.organization_id === id ? replaced : undefined,
)

export function openJudge(organizationId: string): void {
  $organizationId.set(organizationId)
  void judgeSettings.reload()
}

/**
 * Saves what is chosen in the form, after a question before it switches the judge off.
 * @returns false where that was declined
 */
export async function saveJudge(form: FormData, before: JudgeSettings): Promise<boolean> {
  const words = $judgeWords.get()
  const mode = judgeModes.find((known) => known === form.get('mode')) ?? before.mode
  const share = form.get('per_thousand')
  const per_thousand =
    honestMailsMarked.find((known) => String(known) === share) ?? before.per_thousand
  const question = { text: words.offQuestion, action: words.switchOff }
  if (mode === 'off' && before.mode !== 'off' && !(await confirm(question))) return false
  await change({ ...before, mode, per_thousand }, before, words.saved)
  return true
}

/** Answers the question that an organization is asked once. */
export function decideJudge(before: JudgeSettings, mode: JudgeMode): Promise<void> {
  return change({ ...before, mode }, before, $judgeWords.get().saved)
}

/** Puts back what the last change replaced. */
export async function undoJudge(): Promise<void> {
  const replaced = $undoOfJudge.get()
  if (replaced !== undefined) await change(replaced, undefined, $judgeWords.get().undone)
}

async function change(chosen: Choice, replaced: Choice | undefined, done: string): Promise<void> {
  const isDone = await makeChange(
    notices,
    { done, failed: $judgeWords.get().notSaved },
    () => setJudge(chosen),
    judgeSettings.reload,
  )
  if (isDone) $replaced.set(replaced)
}

function setJudge({ organization_id, mode, per_thousand }: Choice): Promise<unknown> {
  return call(setJudgeEndpoint, { organization_id, mode, per_thousand })
}

const dayMs = 24 * 60 * 60 * 1000

type Days = NonNullable<JudgeSettings['days']>
type Counted = (days: Days) => number

export interface JudgeWeeks {
  /** The Mondays with which they begin. */
  readonly times: readonly string[]
  readonly judged: readonly (number | null)[]
  readonly dangerous: readonly (number | null)[]
  readonly honest: readonly (number | null)[]
  /** Marked mail of which its recipient said nothing. */
  readonly quiet: readonly (number | null)[]
}

/**
 * The outcome of the mail of each week; null before the first in which the judge was asked.
 * @returns undefined where the judge was not asked, or the server does not count by day
 */
export function weeksOf({ first_day, last_day, days }: JudgeSettings): JudgeWeeks | undefined {
  const [first] = days ?? []
  if (first === undefined || first_day === null || last_day === null) return undefined
  const byWeek = Map.groupBy(days ?? [], ({ day }) => mondayOf(day))
  const times: string[] = []
  const end = Date.parse(last_day)
  for (let time = Date.parse(mondayOf(first_day)); time <= end; time += 7 * dayMs) {
    times.push(dayAt(time))
  }
  const since = mondayOf(first.day)
  const of = (count: Counted) =>
    times.map((week) => (week < since ? null : count(byWeek.get(week) ?? [])))
  const sum = (days: Days, name: Exclude<keyof Days[number], 'day'>) =>
    days.reduce((total, day) => total + day[name], 0)
  return {
    times,
    judged: of((days) => sum(days, 'judged')),
    dangerous: of((days) => sum(days, 'reported_dangerous')),
    honest: of((days) => sum(days, 'reported_honest')),
    quiet: of((days) => {
      const said = sum(days, 'reported_dangerous') + sum(days, 'reported_honest')
      return Math.max(0, sum(days, 'marked') - said)
    }),
  }
}

function mondayOf(day: string): string {
  const time = Date.parse(day)
  return dayAt(time - ((new Date(time).getUTCDay() + 6) % 7) * dayMs)
}

function dayAt(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
