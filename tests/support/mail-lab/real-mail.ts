import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { SmtpAnswer } from '../../../tools/mail-lab/smtp-client.ts'
import { openPlace } from '../browser/place.ts'
import { freePort } from '../server/free-port.ts'
import { type RunningServer, startServer } from '../server/running-server.ts'
import { type MadeUser, makeGatewayKey, makeSession, makeUser } from '../worlds/factories.ts'
import { senders } from './senders.ts'
import { startTestLab, type TestLab } from './start.ts'

/** Aman in a process of its own behind Postfix and rspamd, all of which may end and start again. */
export interface RealMail extends AsyncDisposable {
  readonly lab: TestLab
  readonly user: MadeUser
  readonly colleague: MadeUser
  readonly token: string
  readonly url: string
  end(signal: NodeJS.Signals): Promise<void>
  start(): Promise<void>
  /** Sends a mail to both users once. @returns what Postfix answered */
  send(subject: string, to?: readonly string[]): Promise<SmtpAnswer>
  /** How often a mail to a user with this subject is stored. */
  stored(user: MadeUser, subject: string): Promise<number>
  /** How many mails are billed. */
  billed(): Promise<number>
}

interface RealMailOptions {
  /** Nothing comes in without a verdict: Aman's and rspamd's failures put mail off. */
  readonly isStrict: boolean
}

const domain = 'olivebranch.example'

export async function startRealMail(
  databaseUrl: string,
  { isStrict }: RealMailOptions,
): Promise<RealMail> {
  await using started = new AsyncDisposableStack()
  const place = started.use(await openPlace(databaseUrl))
  const user = await makeUser(place, { email: `salma-${randomUUID()}@${domain}` })
  const { organizationId } = user
  const colleague = await makeUser(place, {
    email: `rami-${randomUUID()}@${domain}`,
    organizationId,
  })
  const token = await makeSession(place, user)
  const environment = { PORT: String(await freePort()), HOST: '127.0.0.1' }
  let server: RunningServer = await startServer(databaseUrl, environment)
  started.defer(() => server[Symbol.asyncDispose]())
  const lab = started.use(
    await startTestLab({
      origin: server.url,
      reportKey: await makeGatewayKey(place, organizationId, 'report'),
      flagsKey: await makeGatewayKey(place, organizationId, 'flags'),
      keepsPoll: true,
      edit: (text) => (isStrict ? strict(text) : text),
    }),
  )
  const parts = started.move()
  return {
    lab,
    user,
    colleague,
    token,
    url: server.url,
    async end(signal) {
      await server.end(signal)
    },
    async start() {
      server = await startServer(databaseUrl, environment)
    },
    send: (subject, to = [user.email, colleague.email]) =>
      lab.send(senders.supplier, {
        from: 'Layla <layla@cedar-supplies.example>',
        to,
        subject,
        // The same at every try, as a mail server keeps it.
        messageId: `<${encodeURIComponent(subject)}@cedar-supplies.example>`,
        // Suspicious, so that the dashboard shows it.
        html: '<a href="http://pay-quickly.example/7">https://www.olive-bank.example/7</a>',
      }),
    async stored({ id }, subject) {
      const { count } = await place.database
        .selectFrom('scans')
        .select((select) => select.fn.countAll().as('count'))
        .where('user_id', '=', id)
        .where('email_subject', '=', subject)
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    async billed() {
      const { safe, suspicious, malicious } = await place.database
        .selectFrom('monthly_scans')
        .where('organization_id', '=', organizationId)
        .select(({ fn }) => [
          fn.sum('safe').as('safe'),
          fn.sum('suspicious').as('suspicious'),
          fn.sum('malicious').as('malicious'),
        ])
        .executeTakeFirstOrThrow()
      return Number(safe) + Number(suspicious) + Number(malicious)
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

function strict(text: string): string {
  return text
    .replace('# defer = true;', 'defer = true;')
    .replace('milter_default_action = accept', 'milter_default_action = tempfail')
}

/** Sends a mail again and again until it is accepted, as a mail server does. @returns how often */
export async function sendUntilAccepted(mail: RealMail, subject: string, pauseMs: number) {
  for (let tries = 1; ; tries += 1) {
    const { code, text } = await mail.send(subject)
    if (code === 250) return tries
    if (code >= 500) throw new Error(`${subject} was refused: ${code} ${text}`)
    await setTimeout(pauseMs)
  }
}
