import { randomUUID } from 'node:crypto'
import { openPlace } from '../../../tests/support/browser/place.ts'
import { senders } from '../../../tests/support/mail-lab/senders.ts'
import { startTestLab, type TestLab } from '../../../tests/support/mail-lab/start.ts'
import { startServer } from '../../../tests/support/server/running-server.ts'
import { until } from '../../../tests/support/until.ts'
import {
  type MadeUser,
  makeDomain,
  makeGatewayKey,
  makeOrganization,
  makeSession,
  makeUser,
} from '../../../tests/support/worlds/factories.ts'
import { type FaultyJudge, startFaultyJudge } from './faulty-judge.ts'

export interface Recipient extends MadeUser {
  readonly token: string
}

/** Two organizations behind one Postfix and rspamd, which ask the judge over a way that may fail. */
export interface Scene extends AsyncDisposable {
  readonly marking: Recipient
  readonly watching: Recipient
  readonly judge: FaultyJudge
  readonly lab: TestLab
  readonly url: string
  endAman(): Promise<void>
  /** For subjects that differ. */
  nextNumber(): number
  /** Mail that rspamd alone lets through and the judge marks. */
  send(subject: string, to: readonly Recipient[], attached?: Buffer): Promise<Sent>
  /** @returns what Aman keeps of a mail to a recipient; undefined if it is not reported in time */
  reported(to: Recipient, subject: string): Promise<Reported | undefined>
}

interface Sent {
  readonly code: number
  readonly text: string
  readonly ms: number
  readonly hasArrived: boolean
}

interface Reported {
  readonly threat_level: string
  readonly judge_level: string | null
}

const domains = { marking: 'olivebranch.example', watching: 'cedarclinic.example' } as const

export async function openScene(databaseUrl: string): Promise<Scene> {
  await using started = new AsyncDisposableStack()
  const place = started.use(await openPlace(databaseUrl))
  const make = async (name: keyof typeof domains) => {
    const domain = domains[name]
    const organizationId = await makeOrganization(place)
    await makeDomain(place, organizationId, domain)
    await place.database
      .updateTable('organizations')
      .set({ judge_mode: name === 'marking' ? 'mark' : 'watch' })
      .where('id', '=', organizationId)
      .execute()
    const user = await makeUser(place, {
      email: `${name}-${randomUUID()}@${domain}`,
      organizationId,
    })
    const key = (scope: 'report' | 'flags' | 'analyse') =>
      makeGatewayKey(place, organizationId, scope)
    const keys = {
      domains: [domain],
      reportKey: await key('report'),
      flagsKey: await key('flags'),
      analyseKey: await key('analyse'),
    }
    return { recipient: { ...user, token: await makeSession(place, user) }, keys }
  }
  const [marking, watching] = [await make('marking'), await make('watching')]
  const server = started.use(await startServer(databaseUrl))
  const judge = started.use(await startFaultyJudge(server.url))
  const lab = started.use(
    await startTestLab({
      origin: server.url,
      // The lab takes mail of the first organization's domains besides its own.
      ...watching.keys,
      others: [marking.keys],
      edit: (text) =>
        text
          .replaceAll(`judge = "${server.url}`, `judge = "${judge.origin}`)
          .replace(/^milter_default_action/m, 'message_size_limit = 60000000\n$&'),
    }),
  )
  const parts = started.move()
  let number = 0
  const hasArrived = (subject: string) =>
    lab.mailboxes.received.some(({ source }) => source.includes(`: ${subject}\n`))
  return {
    marking: marking.recipient,
    watching: watching.recipient,
    judge,
    lab,
    url: server.url,
    nextNumber() {
      number += 1
      return number
    },
    async endAman() {
      await server.end('SIGKILL')
    },
    async send(subject, to, attached) {
      const attachments =
        attached === undefined ? [] : [{ filename: 'plan.bin', content: attached }]
      const began = performance.now()
      const { code, text } = await lab.send(senders.lookalike, {
        from: 'Account Security <alert@olive-branch-verify.example>',
        to: to.map(({ email }) => email),
        subject,
        html: '<p>Dear user, your account will be SUSPENDED within 24 hours! Confirm your password now to avoid loss: <a href="https://olive-branch-verify.example/verify">Sign in and verify</a></p>',
        attachments,
      })
      const ms = performance.now() - began
      return {
        code,
        text,
        ms,
        hasArrived: code === 250 && (await until(() => hasArrived(subject))),
      }
    },
    async reported({ id }, subject) {
      let found: Reported | undefined
      await until(async () => {
        found = await place.database
          .selectFrom('scans')
          .select(['threat_level', 'judge_level'])
          .where('user_id', '=', id)
          .where('email_subject', '=', subject)
          .executeTakeFirst()
        return found !== undefined
      })
      return found
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}
