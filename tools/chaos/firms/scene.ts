import { newId } from '../../../server/database/id.ts'
import { searchTextOfFlag } from '../../../server/database/search-text.ts'
import { changeFlagRevisions } from '../../../server/flags/flags.ts'
import { addOperatorKey } from '../../../server/gateways/keys/operator-keys.ts'
import { openPlace } from '../../../tests/support/browser/place.ts'
import { senders } from '../../../tests/support/mail-lab/senders.ts'
import { startTestLab, type TestLab } from '../../../tests/support/mail-lab/start.ts'
import { freePort } from '../../../tests/support/server/free-port.ts'
import { startServer } from '../../../tests/support/server/running-server.ts'
import { until } from '../../../tests/support/until.ts'
import {
  type MadeUser,
  makeOrganization,
  makeUser,
  type Place,
} from '../../../tests/support/worlds/factories.ts'
import type { SmtpAnswer } from '../../mail-lab/smtp-client.ts'
import { type CountingProxy, startCountingProxy } from './counting-proxy.ts'

export const firms = 1000
export const flagsOfFirm = 200

/** Many firms behind one Postfix and rspamd, with three keys of the operator. */
export interface Scene extends AsyncDisposable {
  readonly place: Place
  readonly lab: TestLab
  readonly proxy: CountingProxy
  readonly url: string
  readonly keys: Readonly<Record<'report' | 'flags' | 'analyse', string>>
  /** One user of each firm. */
  readonly users: readonly MadeUser[]
  send(subject: string, to: readonly string[]): Promise<SmtpAnswer>
  /** Whose mail with this subject is stored, by the organization now. */
  storedFor(subject: string): Promise<readonly string[]>
}

export const domainOf = (firm: number) => `firm-${firm}.example`
/** Of a firm that is created while the mail host runs; the host receives its mail already. */
export const newDomain = 'new-firm.example'

export async function openScene(databaseUrl: string): Promise<Scene> {
  await using started = new AsyncDisposableStack()
  const place = started.use(await openPlace(databaseUrl))
  const users: MadeUser[] = []
  for (let firm = 0; firm < firms; firm += 1) {
    const organizationId = await makeOrganization(place, { name: `Firm ${firm}` })
    users.push(await makeUser(place, { organizationId, email: `salma@${domainOf(firm)}` }))
  }
  await addFlags(place, users)
  const keyFor = async (scope: 'report' | 'flags' | 'analyse') =>
    (await addOperatorKey(place, 'all', { label: 'the mail host', scope })).key
  const keys = {
    report: await keyFor('report'),
    flags: await keyFor('flags'),
    analyse: await keyFor('analyse'),
  }
  const environment = { PORT: String(await freePort()), HOST: '127.0.0.1' }
  const server = started.use(await startServer(databaseUrl, environment))
  const proxy = started.use(await startCountingProxy(server.url))
  const lab = started.use(
    await startTestLab({
      origin: proxy.url,
      isOfOperator: true,
      reportKey: keys.report,
      flagsKey: keys.flags,
      analyseKey: keys.analyse,
      keepsPoll: true,
      domains: [...users.map((_, firm) => domainOf(firm)), newDomain],
    }),
  )
  // On a busy machine the first map takes long.
  const knowsFlags = () =>
    lab.flagsAre('red', firms * flagsOfFirm).then(
      () => true,
      () => false,
    )
  if (!(await until(knowsFlags, { mostMs: 120_000 }))) throw new Error('rspamd has no flags')
  const parts = started.move()
  return {
    ...{ place, lab, proxy, users, keys, url: server.url },
    send: (subject, to) =>
      lab.send(senders.supplier, {
        from: 'Layla <layla@cedar-supplies.example>',
        to,
        subject,
        text: 'Our offer of Tuesday stands.',
      }),
    async storedFor(subject) {
      const rows = await place.database
        .selectFrom('scans')
        .innerJoin('users', 'users.id', 'scans.user_id')
        .select('users.organization_id')
        .where('email_subject', '=', subject)
        .execute()
      return rows.flatMap(({ organization_id }) => organization_id ?? []).toSorted()
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

/** Red flags on senders who do not write. */
async function addFlags(place: Place, users: readonly MadeUser[]): Promise<void> {
  const now = place.clock().toISOString()
  for (const { id, organizationId } of users) {
    const rows = Array.from({ length: flagsOfFirm }, (_, number) => {
      const value = `offers-${number}@bulk-${number % 7}.example`
      return {
        ...{ id: newId(), organization_id: organizationId, user_id: id, value, reason: '' },
        flag_type: 'red' as const,
        ...{ blocked_count: 0, created_at: now, expires_at: null, last_matched_on: null },
        search_text: searchTextOfFlag({ value, reason: '' }),
      }
    })
    await place.database.insertInto('flags').values(rows).execute()
  }
  await changeFlagRevisions(
    place.database,
    users.map(({ organizationId }) => organizationId),
  )
}
