import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError, wordsOfCause } from '../core/start-error.ts'
import { composeMail, type MailTransport } from './transport.ts'

/** Without a mail server, writes each mail to a file that mail programs can open. */
export function outboxTransport(directory: string, from: string): MailTransport {
  return {
    description: `files in ${directory}, because SMTP_URL is not set`,
    async deliver(mail) {
      // Loaded with the first mail: no start waits for it.
      const { createTransport } = await import('nodemailer')
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
      const { message } = await composer.sendMail(composeMail(mail, from))
      if (!Buffer.isBuffer(message)) throw new TypeError('the composer was told to buffer')
      await makeFolder(directory)
      // Ids sort by time, and a repeated mail overwrites its file.
      await writeWhole(join(directory, `${mail.id}.eml`), message)
    },
  }
}

/**
 * Writes a file and deletes it, because a folder may be closed to the server and open to its account.
 * @throws StartError
 */
export async function requireOutbox(directory: string): Promise<void> {
  const path = join(directory, `.${process.pid}.part`)
  try {
    await makeFolder(directory)
    await writeFile(path, '')
    await rm(path)
  } catch (cause) {
    throw new StartError(
      `Cannot write mail into OUTBOX_DIRECTORY ${directory}: ${wordsOfCause(cause)}`,
    )
  }
}

async function makeFolder(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
}

/** Writes atomically, so that a reader never sees a partial file. */
async function writeWhole(path: string, content: Buffer): Promise<void> {
  const partPath = `${path}.part`
  const file = await open(partPath, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(partPath, path)
}
