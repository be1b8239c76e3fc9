import { atom, type ReadableAtom } from 'nanostores'
import type { OutputOf } from '../../../contract/core/endpoint.ts'
import { limits } from '../../../contract/core/limits.ts'
import { checkMailEndpoint } from '../../../contract/emails/check-mail.ts'
import type { MailOpinion } from '../../../contract/emails/mail-opinion.ts'
import { reportMailEndpoint } from '../../../contract/emails/report-mail.ts'
import type { ReadMail } from '../../../judge/read/read-mail.ts'
import { call } from '../core/api/http.ts'
import { type Mark, withMarks } from '../core/judged/marks.ts'
import { encodeText, wholeMailIn } from '../core/judged/whole-mail.ts'
import { forgetWithSession } from '../core/storage/forget.ts'
import {
  describeFailure,
  done,
  rejectFields,
  reportFailure,
  type Submitted,
  textOf,
  whyOf,
} from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { pause } from '../core/ui-state/pause.ts'
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
  | { readonly status: 'checking' }
  | {
      readonly status: 'checked'
      readonly kind: CheckedKind
      readonly verdict: MailVerdict
      /** Undefined if the code that reads it could not be loaded. */
      readonly mail: ReadMail | undefined
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
  $check.set({ status: 'checking' })
  const mail = await readMailFile(file)
  if (request !== newest) return
  if ('problem' in mail) {
    notices.problem(mail.problem)
    return $check.set(idle)
  }
  await send(request, mail.bytes, mail.isConverted ? 'converted' : 'mail')
}

/** Checks a text or a link. The form stays as it is until there is a verdict. */
export async function checkText(form: FormData): Promise<Submitted> {
  newest += 1
  const request = newest
  notices.drop()
  const { emptyText, textTooLong } = $mailCheckWords.get()
  const text = textOf(form, 'text')
  if (text === '') return rejectFields(notices, emptyText, ['text'])
  const mail = wholeMailIn(text)
  // The lines of a forwarded mail are not all: a filter would blame those that are missing.
  const isWhole = mail !== undefined && /^received:/im.test(mail)
  const isTooLong = isWhole
    ? text.length > limits.checkedMailBytes
    : text.length > 2 * limits.checkedText || [...text].length > limits.checkedText
  if (isTooLong) {
    notices.problem(textTooLong)
    const max = limits.checkedText
    return { status: 'invalid', fields: [{ field: 'text', code: 'too_long', params: { max } }] }
  }
  $check.set({ status: 'checking' })
  const content = await encodeText(isWhole ? mail : text)
  if (request !== newest) return done
  return (await send(request, content, isWhole ? 'mail' : 'pasted'))
    ? done
    : { status: 'failed', focus: 'text' }
}

/** @returns whether there is nothing more to do: it was checked, or given up */
async function send(
  request: number,
  content: Uint8Array<ArrayBuffer>,
  kind: CheckedKind,
): Promise<boolean> {
  const reading = readHere(content, kind).catch(() => undefined)
  try {
    const verdict = await call({ ...checkMailEndpoint, mediaType: mediaTypes[kind] }, content)
    const mail = await reading
    if (request === newest) $check.set({ status: 'checked', kind, verdict, mail })
    return true
  } catch (error) {
    const words = { fallback: $mailCheckWords.get().failed }
    const { text } = await describeFailure(error, words)
    if (request !== newest) return true
    notices.problem(text, whyOf(error))
    $check.set(idle)
    return false
  }
}

/** Reads the mail in this page, to be shown with its marks: the server keeps and returns nothing of it. */
async function readHere(content: Uint8Array, kind: CheckedKind): Promise<ReadMail> {
  const { readMail, readPasted } = await import('../../../judge/read/read-mail.ts')
  return kind === 'pasted'
    ? readPasted(new TextDecoder().decode(content), pause)
    : readMail(content, pause)
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

/** A sentence of a verdict, with its place in the mail. */
interface Sentence {
  readonly text: string
  readonly mark: Mark | undefined
}

export interface Findings {
  readonly against: readonly Sentence[]
  readonly supporting: readonly Sentence[]
}

/** Reasons against a mail and for it, each sentence once, numbered where its place can be seen. */
export function findingsOf(verdict: MailVerdict, mail: ReadMail | undefined): Findings {
  const against = [verdict.detection_reason, ...verdict.indicators]
  const all = [...new Set([...against, ...verdict.supporting])]
    .filter((text) => text.trim() !== '')
    .map((text) => {
      const place = verdict.places.find(({ sentence }) => sentence === text)
      return { text, place, host: place?.host ?? undefined, mark: undefined }
    })
  const numbered = mail === undefined ? all : withMarks(mail, all)
  return {
    against: numbered.filter(({ text }) => against.includes(text)),
    supporting: numbered.filter(({ text }) => !against.includes(text)),
  }
}

/**
 * Isolates what an Arabic sentence of the server quotes, and its domains: Arabic letters beside them would
 * turn their signs around. The site does so in sentences of its own (build/locales/translated.ts).
 */
export function withIsolates(sentence: string): string {
  if (!/\p{Script=Arabic}/u.test(sentence)) return sentence
  return sentence.replace(/(?<=«)[^»]+(?=»)|[\w@-]+(?:[.@][\w-]+)+/g, '\u2068$&\u2069')
}
