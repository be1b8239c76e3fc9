import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImapPlace, StartedImap } from './imap-place.ts'

const parts = ['', 'new', 'cur', 'tmp']

/**
 * Mailboxes as Maildir in the folder `mail`, which Dovecot and Courier have in common.
 * @param encode makes the name of a folder on the disk
 */
export async function makeMaildirs(
  place: ImapPlace,
  users: readonly string[],
  encode = encodeName,
): Promise<Pick<StartedImap, 'deliver' | 'mailsIn'>> {
  await place.make('mail')
  for (const user of users) {
    for (const part of parts) await place.make(join('mail', user, part))
  }
  const pathOf = (user: string, name?: string) =>
    join(place.folder, 'mail', user, name === undefined ? '' : `.${encode(name)}`)
  return {
    async deliver(user, message) {
      const name = `${Date.now()}.${randomUUID()}.lab`
      const path = join(pathOf(user), 'tmp', name)
      await writeFile(path, message.replaceAll(/\r?\n/g, '\r\n'), { mode: 0o600 })
      await place.own(path)
      await rename(path, join(pathOf(user), 'new', name))
    },
    async mailsIn(user, name) {
      const files: string[] = []
      for (const part of ['new', 'cur']) {
        const path = join(pathOf(user, name), part)
        for (const file of await readdir(path).catch(() => [])) files.push(join(path, file))
      }
      // A mail may be moved between the two steps.
      return Promise.all(files.sort().map((path) => readFile(path, 'utf8').catch(() => '')))
    },
  }
}

/** Modified UTF-7 of IMAP, for the names of folders on the disk. */
function encodeName(name: string): string {
  return name.replaceAll('&', '&-').replaceAll(/[^\x20-\x7e]+/g, (text) => {
    const bytes = Buffer.from(text, 'utf16le').swap16()
    return `&${bytes.toString('base64').replaceAll('/', ',').replaceAll('=', '')}-`
  })
}
