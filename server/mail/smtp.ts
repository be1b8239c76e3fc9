import { secondMs } from '../core/clock.ts'
import { smtpOptions } from './smtp-options.ts'
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
