import { atom, computed } from 'nanostores'
import type { OutputOf } from '../../../contract/core/endpoint.ts'
import { addFlagEndpoint } from '../../../contract/flags/add-flag.ts'
import type { Flag, FlagType } from '../../../contract/flags/flag.ts'
import { listFlagsEndpoint } from '../../../contract/flags/list-flags.ts'
import { removeFlagEndpoint } from '../../../contract/flags/remove-flag.ts'
import { showFlagEvidenceEndpoint } from '../../../contract/flags/show-flag-evidence.ts'
import { call } from '../core/api/http.ts'
import { createResource } from '../core/api/resource.ts'
import { shownSender } from '../core/format/shown-sender.ts'
import { resetWithUser } from '../core/storage/forget.ts'
import { pendingRows } from '../core/ui-state/change.ts'
import { confirm } from '../core/ui-state/dialogs.ts'
import { done, rejectFields, reportFailure, type Submitted, textOf } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { sortBy } from '../core/ui-state/sort.ts'
import { $flagsWords } from './words/flags.words.yaml'

/** The name of the draft of lines to import. */
export const flagImportDraft = 'flag-import'

export type { Flag }

const loadNotices = noticesAbout('flags')
const addNotices = noticesAbout('add-flag')
const websiteNotices = noticesAbout('add-flag-website')
const removeNotices = noticesAbout('remove-flag')
const removals = pendingRows()

/** The ids of flags that are being removed. */
export const $removedFlags = removals.$pending

/** The signed-in user's flags (R169-R179), loaded when the tab is first opened. */
export const flags = createResource(loadFlags)

export const $flagSearch = resetWithUser(atom(''))

export const flagSorts = ['newest', 'oldest', 'byValue', 'byBlocked', 'byMatch', 'byEnd'] as const
export type FlagSort = (typeof flagSorts)[number]

export const $flagSort = resetWithUser(atom<FlagSort>('newest'))

/** The searchable text, computed once per load, because a search runs at every keystroke. */
const $searchable = computed(flags.$resource, (loaded) => {
  const listed = loaded.status === 'loaded' ? loaded.data.flags : []
  return listed.map((flag) => ({
    flag,
    text: `${flag.value}\n${flag.reason ?? ''}`.toLowerCase(),
  }))
})

/** The flags whose value or reason contains the search text, ignoring case (R175-R177). */
export const $foundFlags = computed(
  [$searchable, $flagSearch, $flagSort],
  (searchable, search, sort) => {
    const wanted = search.trim().toLowerCase()
    const found = searchable.filter(({ text }) => text.includes(wanted)).map(({ flag }) => flag)
    return sortFlags(found, sort)
  },
)

/** The backend lists the newest first. */
export function sortFlags(found: readonly Flag[], sort: FlagSort): readonly Flag[] {
  const latest = '9999'
  switch (sort) {
    case 'newest':
      return found
    case 'oldest':
      return found.toReversed()
    case 'byValue':
      return sortBy(found, ({ value }) => value, false)
    case 'byBlocked':
      return sortBy(found, ({ blocked_count }) => -(blocked_count ?? 0), false)
    case 'byMatch':
      return sortBy(found, ({ last_matched_on }) => last_matched_on ?? '', true)
    case 'byEnd':
      return sortBy(found, ({ expires_at }) => expires_at ?? latest, false)
  }
}

async function loadFlags() {
  try {
    const list = await call(listFlagsEndpoint)
    loadNotices.drop()
    return list
  } catch (error) {
    await reportFailure(loadNotices, error, {
      order: [],
      fallback: $flagsWords.get().fetchFailed,
    })
    throw error
  }
}

/** Adds a flag and reloads the list (R160-R168). */
export async function addFlag(form: FormData): Promise<Submitted> {
  addNotices.drop()
  websiteNotices.drop()
  const flagsWords = $flagsWords.get()
  const flag_type: FlagType = textOf(form, 'flag_type') === 'red' ? 'red' : 'green'
  const value = textOf(form, 'value').toLowerCase()
  if (value === '') return rejectFields(addNotices, flagsWords.valueMissing, ['value'])
  if (flag_type === 'green' && !(await isTrustMeant(value))) return { status: 'failed' }
  let answer: OutputOf<typeof addFlagEndpoint>
  try {
    answer = await call(addFlagEndpoint, {
      flag_type,
      value,
      reason: textOf(form, 'reason') || null,
    })
  } catch (error) {
    return reportFailure(addNotices, error, { fallback: flagsWords.addFailed }, form)
  }
  addNotices.success(flag_type === 'green' ? flagsWords.greenAdded : flagsWords.redAdded)
  if (answer.value !== undefined) {
    websiteNotices.remark(flagsWords.withoutWww({ domain: answer.value }))
  }
  void flags.reload()
  return done
}

/**
 * Asks for confirmation before trusting a domain that has sent dangerous mail. Does not ask if
 * the backend cannot report how much.
 */
export async function isTrustMeant(value: string): Promise<boolean> {
  if (value.includes('@')) return true
  const evidence = await call(showFlagEvidenceEndpoint, { value }).catch(() => undefined)
  const count = evidence?.dangerous_emails ?? 0
  if (count < 1) return true
  const { trustQuestion, trustAction } = $flagsWords.get()
  return confirm({ text: trustQuestion({ value, count }), action: trustAction })
}

/** Asks first, then removes (R181-R185). */
export async function removeFlag(flag: Flag): Promise<void> {
  if ($removedFlags.get().has(flag.id)) return
  removeNotices.drop()
  const words = $flagsWords.get()
  const text = words.removeQuestion({ value: shownSender(flag.value).text })
  if (!(await confirm({ text, action: words.removeAction }))) return
  await removals.run(flag.id, () => sendRemoval(flag))
}

async function sendRemoval(flag: Flag): Promise<void> {
  const words = $flagsWords.get()
  try {
    await call(removeFlagEndpoint, { id: flag.id })
  } catch (error) {
    await reportFailure(removeNotices, error, { order: [], fallback: words.removeFailed })
    return
  }
  removeNotices.success(words.removed)
  await flags.reload()
}
