import { expect, test } from 'vitest'
import { smtpTransport } from '../../../server/mail/create-transport.ts'
import { queueMail } from '../../../server/mail/queue.ts'
import { sendDueMails } from '../../../server/mail/worker.ts'
import { prepareCommand } from '../../support/commands/prepare-command.ts'
import { startStrippingMailServer } from '../../support/mail/smtp-server.ts'
import { makeCertificate } from '../../support/server/certificate.ts'
import { createTestServer } from '../../support/server/server.ts'

const doctor = prepareCommand('doctor')

async function examine(SMTP_URL: string): Promise<string> {
  return doctor({ environment: { SMTP_URL, DATABASE_URL: 'file:/nowhere/aman.db' } }).then(
    ({ stdout }) => stdout,
    (error: unknown) => String(Object(error).stdout),
  )
}

async function send(url: string) {
  const server = await createTestServer()
  await queueMail(server.database, server.services, {
    to: 'rania@firm.example',
    subject: 'Hello',
    text: 'A text\n',
  })
  await sendDueMails({ ...server.services, transport: smtpTransport(url, 'no-reply@aman.example') })
  const [mail] = await server.database.selectFrom('mails').selectAll().execute()
  await server[Symbol.asyncDispose]()
  return mail
}

test('the doctor says no password without TLS, and asks for it once', async () => {
  const mail = await startStrippingMailServer(await makeCertificate(), 1)
  const url = `smtp://aman:topsecret@${mail.host}?tls.rejectUnauthorized=false`
  expect(await examine(`${url}&requireTLS=true`)).toContain('takes mail from MAIL_FROM')
  expect(mail.heard).toEqual([{ isSecure: true, password: 'topsecret' }])
  expect(mail.conversations()).toBe(1)
  mail.close()
})

test.each(['', '?requireTLS=true'])(
  'a password is not said where STARTTLS is taken out: %s',
  async (options) => {
    const mail = await startStrippingMailServer(await makeCertificate(), 0)
    const url = `smtp://aman:topsecret@${mail.host}${options}`
    expect(await examine(url)).toMatch(
      /wrong {5}Outgoing mail: .*STARTTLS.*\n +The mail server offers no TLS/,
    )
    expect(await send(url)).toMatchObject({
      sent_at: null,
      last_error: expect.stringContaining('STARTTLS'),
    })
    expect(mail.heard).toEqual([])
    mail.close()
  },
)

test('an operator may say that a password goes without TLS', async () => {
  const mail = await startStrippingMailServer(await makeCertificate(), 0)
  const url = `smtp://aman:topsecret@${mail.host}?ignoreTLS=true`
  expect(await examine(url)).toContain('takes mail from MAIL_FROM')
  expect((await send(url))?.sent_at).not.toBeNull()
  expect(mail.heard).toEqual([
    { isSecure: false, password: 'topsecret' },
    { isSecure: false, password: 'topsecret' },
  ])
  mail.close()
})
