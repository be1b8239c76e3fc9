import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface MailFile {
  readonly name: string
  readonly raw: Uint8Array
}

/**
 * The mails of a folder, with those of folders in it, or of a mailbox file (mbox).
 * @throws Error if there is no such path, or no mail in it
 */
export function readMails(path: string): MailFile[] {
  const mails = statSync(path).isDirectory() ? filesIn(path) : mailsInMbox(path)
  if (mails.length === 0) throw new Error(`${path} holds no mail`)
  return mails
}

function filesIn(folder: string): MailFile[] {
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.name.startsWith('.')) return []
      if (entry.isDirectory()) return filesIn(path)
      return entry.isFile() ? [{ name: path, raw: readFileSync(path) }] : []
    })
}

/** Mails of an mbox begin with a line 'From ' after an empty one. */
function mailsInMbox(path: string): MailFile[] {
  const text = readFileSync(path, 'latin1')
  if (!text.startsWith('From '))
    return text === '' ? [] : [{ name: path, raw: Buffer.from(text, 'latin1') }]
  return text
    .slice('From '.length)
    .split(/\n\n?From (?=\S+ +\w{3} \w{3} )/)
    .map((mail, index) => {
      const raw = mail.slice(mail.indexOf('\n') + 1).replace(/^>(>*From )/gm, '$1')
      return { name: `${path}#${index + 1}`, raw: Buffer.from(raw, 'latin1') }
    })
}
