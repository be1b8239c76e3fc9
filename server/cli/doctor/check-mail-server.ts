import { createTransport } from 'nodemailer'
import { secondMs } from '../../core/clock.ts'
import type { Configuration } from '../../core/configuration.ts'
import { type Finding, leftOut, reasonOf, well, wrong } from './finding.ts'
import { askForRecipient, SmtpRefusal } from './smtp-conversation.ts'

/** Nodemailer's own for a server that falls silent are minutes. */
const timeouts = {
  connectionTimeout: 10 * secondMs,
  greetingTimeout: 10 * secondMs,
  socketTimeout: 10 * secondMs,
}

/** Talks to the mail server as the mail worker would, up to the recipient; sends nothing. */
export async function checkMailServer({ mail }: Configuration): Promise<Finding> {
  const { server, from, support } = mail
  if (server === null) return leftOut('Outgoing mail: without SMTP_URL each mail becomes a file')
  const { host } = new URL(server)
  try {
    await createTransport({ url: server, ...timeouts }).verify()
    await askForRecipient(server, { from, to: support })
    return well(`Outgoing mail: ${host} takes mail from MAIL_FROM to SUPPORT_EMAIL`)
  } catch (cause) {
    const words = reasonOf(cause)
    return wrong(
      `Outgoing mail: ${host} does not take it: ${words}`,
      cause instanceof SmtpRefusal
        ? 'Allow MAIL_FROM as a sender there, and correct MAIL_FROM or SUPPORT_EMAIL.'
        : 'Correct SMTP_URL: host, port, password, TLS; and look at the firewall.',
    )
  }
}
