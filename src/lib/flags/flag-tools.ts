import { byteOrderMark, csvLine } from '../../../contract/core/csv.ts'
import { limits } from '../../../contract/core/limits.ts'
import { flagDays } from '../../../contract/flags/flag.ts'
import { removeFlagsEndpoint } from '../../../contract/flags/remove-flags.ts'
import { setFlagsEndpoint } from '../../../contract/flags/set-flags.ts'
import { errorOfRow } from '../core/api/errors.ts'
import { call } from '../core/api/http.ts'
import { confirm } from '../core/ui-state/dialogs.ts'
import { done, reportFailure, type Submitted, textOf } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { createSelection } from '../core/ui-state/selection.ts'
import { saveTextFile } from '../files/save-file.ts'
import { type Flag, flags } from './flags.ts'
import { $flagToolsWords } from './words/flag-tools.words.yaml'

export { flagDays }

export const longestNote = limits.flagReason

const removeNotices = noticesAbout('remove-flags')
const changeNotices = noticesAbout('change-flag')
const exportNotices = noticesAbout('export-flags')

export const flagSelection = createSelection<Flag['id']>()

/** Asks first, then removes the flags at once. */
export async function removeFlags(ids: readonly Flag['id'][]): Promise<void> {
  const flagToolsWords = $flagToolsWords.get()
  removeNotices.drop()
  const text = flagToolsWords.removeQuestion(ids.length)
  if (!(await confirm({ text, action: flagToolsWords.removeAction }))) return
  try {
    const { removed } = await call(removeFlagsEndpoint, { ids: ids.map(String) })
    removeNotices.success(flagToolsWords.removed(removed.length))
    flagSelection.end()
    await flags.reload()
  } catch (error) {
    await reportFailure(removeNotices, error, { fallback: flagToolsWords.removeFailed })
  }
}

/** Changes the note and the end of a flag. */
export async function changeFlag(flag: Flag, form: FormData): Promise<Submitted> {
  const flagToolsWords = $flagToolsWords.get()
  changeNotices.drop()
  const { flag_type, value } = flag
  const ends = textOf(form, 'ends')
  const days = flagDays.find((known) => String(known) === ends)
  const end =
    days === undefined ? (ends === 'never' ? { expires_at: null } : {}) : { expires_in_days: days }
  try {
    const row = { line: 1, flag_type, value, reason: textOf(form, 'reason') || null, ...end }
    const [answer] = (await call(setFlagsEndpoint, { flags: [row] })).rows
    if (answer?.problem !== undefined) throw errorOfRow(answer.problem)
  } catch (error) {
    return reportFailure(changeNotices, error, { fallback: flagToolsWords.saveFailed }, form)
  }
  changeNotices.success(flagToolsWords.saved)
  void flags.reload()
  return done
}

/** A file that the import reads, safe to open in a spreadsheet. */
export function flagsFile(listed: readonly Flag[]): string {
  const columns = ['type', 'value', 'reason', 'ends', 'created', 'last matched', 'blocked']
  return [
    byteOrderMark,
    csvLine(columns),
    ...listed.map((flag) =>
      csvLine([
        ...[flag.flag_type, flag.value, flag.reason ?? '', flag.expires_at ?? ''],
        ...[flag.created_at, flag.last_matched_on ?? '', String(flag.blocked_count ?? '')],
      ]),
    ),
  ].join('')
}

export function exportFlags(listed: readonly Flag[]): void {
  saveTextFile('aman-flags.csv', flagsFile(listed))
  exportNotices.success($flagToolsWords.get().exported)
}
