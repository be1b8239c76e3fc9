import SMTPConnection from 'nodemailer/lib/smtp-connection'
import SMTPTransport from 'nodemailer/lib/smtp-transport'
import { secondMs } from '../../core/clock.ts'
import type { Configuration } from '../../core/configuration.ts'
import { smtpOptions } from '../../mail/create-transport.ts'
import { type Finding, leftOut, reasonOf, well, wrong } from './finding.ts'

interface Envelope {
  readonly from: string
  readonly to: string
}

/** Nodemailer's own for a server that falls silent are minutes. */
const timeouts = {
  connectionTimeout: 10 * secondMs,
  greetingTimeout: 10 * secondMs,
  socketTimeout: 10 * secondMs,
}

const sayEnvelope = 'ENVELOPE'

/** The mail server answered, but did not take what was said. */
class SmtpRefusal extends Error {
  override name = 'SmtpRefusal'
}

/**
 * Talks to a mail server as the mail worker does, up to the recipient, and takes it back before a mail
 * would begin. Nodemailer ends either after the password or after a whole mail; its way to sign in by a
 * method of one's own is the way to say more.
 * @throws SmtpRefusal, or an error of the network
 */
async function askForRecipient(address: string, envelope: Envelope): Promise<void> {
  const transport = new SMTPTransport({ ...smtpOptions(address), ...timeouts })
  const commands = [`MAIL FROM:<${envelope.from}>`, `RCPT TO:<${envelope.to}>`, 'RSET']
  const connection = new SMTPConnection({
    ...transport.options,
    customAuth: {
      async [sayEnvelope]({ sendCommand }) {
        for (const command of commands) {
          const { status } = await sendCommand(command)
          // Nodemailer adds the answer.
          if (status >= 400) throw new SmtpRefusal(`after ${command}`)
        }
      },
    },
  })
  const broken = Promise.withResolvers<never>()
  connection.once('error', broken.reject)
  connection.once('end', () => broken.reject(new Error('the mail server ended the connection')))
  const step = (take: (done: (error?: Error | null) => void) => void) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    take((error) => (error ? reject(error) : resolve()))
    return Promise.race([promise, broken.promise])
  }
  try {
    await step((done) => connection.connect(done))
    const password = transport.getAuth({})
    if (password && connection.allowsAuth) await step((done) => connection.login(password, done))
    await step((done) => connection.login({ method: sayEnvelope }, done))
    connection.quit()
  } catch (cause) {
    connection.close()
    throw cause
  }
}

/** Talks to the mail server as the mail worker would, up to the recipient; sends nothing. */
export async function checkMailServer({ mail }: Configuration): Promise<Finding> {
  const { server, from, support } = mail
  if (server === null) return leftOut('Outgoing mail: without SMTP_URL each mail becomes a file')
  const { host } = new URL(server)
  try {
    await askForRecipient(server, { from, to: support })
    return well(`Outgoing mail: ${host} takes mail from MAIL_FROM to SUPPORT_EMAIL`)
  } catch (cause) {
    return wrong(`Outgoing mail: ${host} does not take it: ${reasonOf(cause)}`, mendOf(cause))
  }
}

const untrusted = /self-signed|unable to (?:verify|get)/i

function mendOf(cause: unknown): string {
  const { code } = Object(cause)
  const words = reasonOf(cause)
  if (cause instanceof SmtpRefusal) {
    return 'Allow MAIL_FROM as a sender there, and correct MAIL_FROM or SUPPORT_EMAIL.'
  }
  if (code === 'EAUTH') {
    return 'Correct the user and the password in SMTP_URL; other characters than letters and digits as %40 for @.'
  }
  if (/STARTTLS/.test(words)) {
    return 'The mail server offers no TLS, and a password would be sent without it: take its port for smtps:// (465), or add ?ignoreTLS=true to SMTP_URL if the way there is safe.'
  }
  if (untrusted.test(words)) {
    return 'A mail server on this machine: SMTP_URL=smtp://127.0.0.1:25?ignoreTLS=true. Another one: copy the certificate that it sends (Debian: /etc/ssl/certs/ssl-cert-snakeoil.pem), or that of its authority, to this machine and set NODE_EXTRA_CA_CERTS to the file.'
  }
  if (/altnames|Hostname\/IP/.test(words)) {
    return 'Name the mail server in SMTP_URL as its certificate does.'
  }
  if (/wrong version number|packet length too long/i.test(words)) {
    return 'SMTP_URL begins with smtps:// for port 465, and with smtp:// for 587 and 25.'
  }
  return 'Correct SMTP_URL: host, port, password, TLS; and look at the firewall.'
}
