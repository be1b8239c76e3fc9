import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { secondMs } from '../core/clock.ts'
import { StartError, wordsOfCause } from '../core/command-line.ts'
import type { Configuration } from '../core/configuration.ts'
import { composeMail, type MailTransport } from './transport.ts'

const timeouts = {
  dnsTimeout: 10 * secondMs,
  connectionTimeout: 10 * secondMs,
  greetingTimeout: 10 * secondMs,
  socketTimeout: 20 * secondMs,
}

export function smtpTransport(url: string, from: string): MailTransport {
  return {
    description: `the mail server ${new URL(url).host}`,
    async deliver(mail, signal) {
      // Loaded with the first mail: no start waits for it.
      const { createTransport } = await import('nodemailer')
      const transporter = createTransport({ ...smtpOptions(url), ...timeouts })
      await transporter.sendMail({ ...composeMail(mail, from), signal })
    },
  }
}

/**
 * A mail server as nodemailer is told of it. Someone on the way can take the offer of TLS out of a
 * conversation, so a password is said without TLS only where the URL asks for that.
 * @param url smtp:// or smtps://, with nodemailer options in the query, for example requireTLS
 */
export function smtpOptions(url: string) {
  const { protocol, password, searchParams } = new URL(url)
  const isChosen = searchParams.has('requireTLS') || searchParams.has('ignoreTLS')
  return protocol === 'smtp:' && password !== '' && !isChosen ? { url, requireTLS: true } : { url }
}

export function createMailTransport(mail: Configuration['mail']): MailTransport {
  const { server, from, outboxDirectory } = mail
  return server === null ? outboxTransport(outboxDirectory, from) : smtpTransport(server, from)
}

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
