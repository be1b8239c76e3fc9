import SMTPConnection from 'nodemailer/lib/smtp-connection'
import SMTPTransport from 'nodemailer/lib/smtp-transport'
import { secondMs } from '../../core/clock.ts'
import { smtpOptions } from '../../mail/smtp.ts'

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
export class SmtpRefusal extends Error {
  override name = 'SmtpRefusal'
}

/**
 * Talks to a mail server as the mail worker does, up to the recipient, and takes it back before a mail
 * would begin. Nodemailer ends either after the password or after a whole mail; its way to sign in by a
 * method of one's own is the way to say more.
 * @throws SmtpRefusal, or an error of the network
 */
export async function askForRecipient(address: string, envelope: Envelope): Promise<void> {
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
