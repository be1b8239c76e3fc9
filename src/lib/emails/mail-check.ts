import { atom, type ReadableAtom } from 'nanostores'
import type { OutputOf } from '../../../contract/core/endpoint.ts'
import { limits } from '../../../contract/core/limits.ts'
import { checkMailEndpoint } from '../../../contract/emails/check-mail.ts'
import { type MailOpinion, reportMailEndpoint } from '../../../contract/emails/report-mail.ts'
import { referenceOf } from '../core/api/errors.ts'
import { call } from '../core/api/http.ts'
import { forgetWithSession } from '../core/storage/forget.ts'
import {
  describeFailure,
  done,
  rejectFields,
  reportFailure,
  type Submitted,
  textOf,
} from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { problemWith, readMailFile } from './mail-file/read-mail-file.ts'
import { $mailCheckWords } from './words/mail-check.words.yaml'

export type { MailOpinion }

export const longestNote = limits.reportNote

export type MailVerdict = OutputOf<typeof checkMailEndpoint>

/**
 * The checked thing: a mail, one that was made from a file of Outlook, or a text that was pasted.
 */
type CheckedKind = 'mail' | 'converted' | 'pasted'

/** The check of a mail that the dialog shows. */
export type MailCheck =
  | { readonly status: 'idle' }
  | { readonly status: 'reading' | 'checking'; readonly fileName: string }
  | {
      readonly status: 'checked'
      readonly kind: CheckedKind
      /** Undefined for a text. */
      readonly fileName: string | undefined
      readonly verdict: MailVerdict
      /** The user's report. */
      readonly opinion?: MailOpinion
    }

const idle: MailCheck = { status: 'idle' }
const $check = atom<MailCheck>(idle)
export const $mailCheck: ReadableAtom<MailCheck> = $check

const notices = noticesAbout('mail check')
/** An answer of a check that was given up does not count. */
let newest = 0

forgetWithSession(startOver)

/** Begins again; an answer that is still on its way is dropped. */
export function startOver(): void {
  newest += 1
  notices.drop()
  $check.set(idle)
}

/** Checks one file; says why where it cannot. */
export async function checkFiles(files: readonly File[]): Promise<void> {
  startOver()
  const request = newest
  const [file] = files
  if (file === undefined) return
  const problem = problemWith(files, limits.checkedMailBytes)
  if (problem !== undefined) return notices.problem(problem)
  const fileName = file.name
  $check.set({ status: 'reading', fileName })
  const mail = await readMailFile(file)
  if (request !== newest) return
  if ('problem' in mail) {
    notices.problem(mail.problem)
    return $check.set(idle)
  }
  $check.set({ status: 'checking', fileName })
  const kind = mail.isConverted ? 'converted' : 'mail'
  if (!(await send(request, mail.bytes, kind, fileName))) $check.set(idle)
}

/** Checks a text or a link. The form stays as it is until there is a verdict. */
export async function checkText(form: FormData): Promise<Submitted> {
  newest += 1
  const request = newest
  notices.drop()
  const { emptyText, textTooLong } = $mailCheckWords.get()
  const text = textOf(form, 'text')
  if (text === '') return rejectFields(notices, emptyText, ['text'])
  if ([...text].length > limits.checkedText) {
    notices.problem(textTooLong)
    const max = limits.checkedText
    return { status: 'invalid', fields: [{ field: 'text', code: 'too_long', params: { max } }] }
  }
  return (await send(request, new TextEncoder().encode(text), 'pasted'))
    ? done
    : { status: 'failed', focus: 'text' }
}

/** @returns whether there is nothing more to do: it was checked, or given up */
async function send(
  request: number,
  content: Uint8Array<ArrayBuffer>,
  kind: CheckedKind,
  fileName?: string,
): Promise<boolean> {
  try {
    const verdict = await call({ ...checkMailEndpoint, mediaType: mediaTypes[kind] }, content)
    if (request === newest) $check.set({ status: 'checked', kind, fileName, verdict })
    return true
  } catch (error) {
    const words = { fallback: $mailCheckWords.get().failed }
    const { text } = await describeFailure(error, words)
    if (request !== newest) return true
    notices.problem(text, referenceOf(error))
    return false
  }
}

const mediaTypes = {
  mail: 'message/rfc822',
  converted: 'message/rfc822; converted=yes',
  pasted: 'message/rfc822; pasted=yes',
} as const satisfies Record<CheckedKind, string>

/** Tells the team lead and support what the user thinks of the checked mail. */
export async function reportCheck(form: FormData, opinion: MailOpinion): Promise<Submitted> {
  const check = $check.get()
  if (check.status !== 'checked') return { status: 'failed' }
  notices.drop()
  const mailCheckWords = $mailCheckWords.get()
  const id = String(check.verdict.id)
  try {
    await call(reportMailEndpoint, { kind: 'check', id, opinion, note: textOf(form, 'note') })
  } catch (error) {
    return reportFailure(notices, error, { fallback: mailCheckWords.reportFailed }, form)
  }
  if ($check.get() === check) $check.set({ ...check, opinion })
  notices.success(mailCheckWords.reported)
  return done
}

/** The reasons of a verdict without repetitions. */
export function reasonsOf({ detection_reason, indicators }: MailVerdict): string[] {
  return [...new Set([detection_reason, ...indicators])].filter((reason) => reason.trim() !== '')
}
