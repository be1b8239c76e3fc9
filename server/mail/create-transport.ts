import { secondMs } from '../core/clock.ts'
import type { Configuration } from '../core/configuration.ts'
import { outboxTransport } from './outbox.ts'
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
