import { afterEach, beforeEach, describe, expect } from 'vitest'
import { dayMs, dayOf } from '../../../server/core/clock.ts'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import {
  correspondentsIn,
  readCorrespondents,
} from '../../../server/judge/learning/correspondents.ts'
import { reasonIn } from '../../../server/judge/reason-words.ts'
import { anonymizeUser, deleteRemovedUsers } from '../../../server/users/removed-users.ts'
import { makeReport } from '../../support/mail/rspamd.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { rowsOfEveryTable } from '../../support/worlds/every-table.ts'
import {
  changeUser,
  type MadeUser,
  makeAlias,
  makeOrganization,
  makeUser,
} from '../../support/worlds/factories.ts'
import { makeGatewayKey, reportScans } from '../../support/worlds/mail-factories.ts'

let server: TestServer

const rowsOf = () =>
  server.database
    .selectFrom('correspondents')
    .select(['day', 'sender', 'user_id'])
    .orderBy('day')
    .orderBy('sender')
    .execute()
const sendersOf = async () => (await rowsOf()).map(({ sender }) => sender)
const known = async (organizationId: string) => {
  const writers = await readCorrespondents(server.database, organizationId, server.clock())
  return [...writers.known, ...writers.met].toSorted()
}
const report = (user: MadeUser, ...senders: string[]) =>
  reportScans(
    server,
    user,
    senders.map((sender) => ({ sender })),
  )

describe('correspondents', () => {
  beforeEach(async () => {
    server = await createTestServer()
  })
  afterEach(() => server[Symbol.asyncDispose]())

  test('a sender is noted once a day, a firm by its domain, for whichever user and however much mail', async () => {
    const user = await makeUser(server)
    const other = await makeUser(server, { organizationId: user.organizationId })
    await report(user, 'lena@supplier.example', 'Sara@Mail.Supplier.example', 'layla@gmail.com')
    const [first] = await rowsOf()
    await report(other, 'post@supplier.example', 'Layla@gmail.com', 'omar@gmail.com')
    const day = dayOf(server.clock())
    expect(await rowsOf()).toEqual([
      { day, sender: 'layla@gmail.com', user_id: user.id },
      { day, sender: 'omar@gmail.com', user_id: other.id },
      { day, sender: 'supplier.example', user_id: user.id },
    ])
    expect(first?.user_id).toBe(user.id)
    server.clock.pass(dayMs)
    await report(other, 'lena@supplier.example')
    expect((await rowsOf()).at(-1)).toEqual({
      day: dayOf(server.clock()),
      sender: 'supplier.example',
      user_id: other.id,
    })
    expect(await known(user.organizationId)).toEqual([
      'layla@gmail.com',
      'omar@gmail.com',
      'supplier.example',
    ])
  })

  test('mail that is not safe, or ended before it was reported, makes no sender known', async () => {
    const user = await makeUser(server)
    const ended = new Date(server.clock().getTime() - 31 * dayMs).toISOString()
    await reportScans(server, user, [
      { sender: 'trap@bait.example', threat_level: 'suspicious' },
      { sender: 'trap@poison.example', threat_level: 'malicious' },
      { sender: 'late@supplier.example', received_at: ended },
    ])
    expect(await rowsOf()).toEqual([])
  })

  test('a sender whose mail of the day is safe no longer is forgotten, and stays known by other mail', async () => {
    const user = await makeUser(server, { email: 'rania@firm.example' })
    const { organizationId } = user
    const token = await makeGatewayKey(server, organizationId)
    const send = async (overrides: Parameters<typeof makeReport>[0]) => {
      const body = makeReport({ rcpt: [user.email], ...overrides })
      expect(await server.post('/api/rspamd', { token, body })).toMatchObject({ status: 200 })
    }
    await send({ action: 'no action' })
    const [sender = ''] = await sendersOf()
    expect(sender).not.toBe('')
    await send({ action: 'add header' })
    expect(await rowsOf()).toEqual([])
    expect(await known(organizationId)).toEqual([])
    // The same of a mail that becomes malicious, of which no address is kept.
    const second = { message_id: 'id-2@sender.example' }
    await send({ ...second, action: 'no action' })
    expect(await sendersOf()).toEqual([sender])
    await send({ ...second, action: 'reject' })
    expect(await rowsOf()).toEqual([])
    // Senders that were safe on another day, or in the mail of another user, are so still.
    const third = { message_id: 'id-3@sender.example' }
    await send({ ...third, action: 'no action' })
    server.clock.pass(dayMs)
    const other = await makeUser(server, { organizationId, email: 'omar@firm.example' })
    await send({ message_id: 'id-4@sender.example', rcpt: [other.email], action: 'no action' })
    const before = await rowsOf()
    await send({ ...third, action: 'add header' })
    expect(before.filter(({ user_id }) => user_id === other.id)).toEqual(await rowsOf())
    expect(await known(organizationId)).toEqual(await sendersOf())
    const kept = await rowsOf()
    expect(kept.map(({ user_id }) => user_id)).toEqual([other.id])
    for (const action of ['no action', 'add header']) {
      await send({ message_id: 'id-5@sender.example', action })
    }
    expect(await rowsOf()).toEqual(kept)
  })

  test('rows are written in one order, whatever that of the mail is', async () => {
    const { scans } = await rowsOfEveryTable(server.clock())
    const sent = ['b@b.example', 'a@a.example', 'c@gmail.com', 'd@a.example'].map(
      (sender_address) => ({ ...scans, threat_level: 'safe' as const, sender_address }),
    )
    const rows = correspondentsIn(sent)
    expect(rows.map(({ sender }) => sender)).toEqual(['a.example', 'b.example', 'c@gmail.com'])
    expect(correspondentsIn(sent.toReversed())).toEqual(rows)
  })

  test('what one user alone knew is not read from the removal on, and goes with the mail', async () => {
    const user = await makeUser(server)
    const { organizationId } = user
    const stays = await makeUser(server, { organizationId })
    await report(user, 'private@gmail.com', 'both@supplier.example')
    server.clock.pass(dayMs)
    await report(stays, 'both@supplier.example')
    // Before a move, as the removal of the user finds it.
    const former = await makeOrganization(server)
    for (const table of ['scans', 'correspondents'] as const) {
      await server.database
        .updateTable(table)
        .set({ organization_id: former })
        .where(table === 'scans' ? 'sender_address' : 'sender', '=', 'private@gmail.com')
        .execute()
    }
    await anonymizeUser(server.database, user.id, server.clock())
    expect(await known(organizationId)).toEqual(['supplier.example'])
    await deleteRemovedUsers(server.database)
    expect((await rowsOf()).map(({ user_id }) => user_id)).toEqual([stays.id])
    expect(await known(organizationId)).toEqual(['supplier.example'])
  })

  test('who wrote to a user who moved is known neither here nor there', async () => {
    const user = await makeUser(server)
    await report(user, 'lena@supplier.example')
    const organization_id = await makeOrganization(server)
    const move = (to: string) => changeUser(server, user.id, { organization_id: to })
    await move(organization_id)
    expect(await known(user.organizationId)).toEqual([])
    expect(await known(organization_id)).toEqual([])
    await move(user.organizationId)
    expect(await known(user.organizationId)).toEqual(['supplier.example'])
  })

  test('a sender is known no longer than the mail is kept, and then deleted, in all organizations', async () => {
    server.clock.pass(dayMs - (server.clock().getTime() % dayMs))
    const user = await makeUser(server)
    await report(user, 'lena@supplier.example')
    const [row] = await rowsOf()
    // More organizations, and more rows of one, than are looked at together.
    const others = await Promise.all(Array.from({ length: 101 }, () => makeOrganization(server)))
    const last = others.toSorted().at(-1) ?? ''
    const ended = { day: dayOf(server.clock(), -30), user_id: user.id }
    const rows = [
      ...others.map((organization_id) => ({ organization_id, sender: 'firm.example', ...ended })),
      ...Array.from({ length: 700 }, (_, number) => ({
        organization_id: last,
        sender: `firm-${number}.example`,
        ...ended,
      })),
    ]
    await server.database.insertInto('correspondents').values(rows).execute()
    server.clock.pass(30 * dayMs - 1)
    await runHousekeeping(server.services)
    expect(await rowsOf()).toEqual([row])
    expect(await known(user.organizationId)).toEqual(['supplier.example'])
    server.clock.pass(1)
    expect(await known(user.organizationId)).toEqual([])
    await runHousekeeping(server.services)
    expect(await rowsOf()).toEqual([])
  })

  test('the judge is told of the 5,000 who wrote last', async () => {
    const user = await makeUser(server)
    const organization_id = user.organizationId
    const insert = (from: number, to: number, day: string) =>
      server.database
        .insertInto('correspondents')
        .values(
          Array.from({ length: to - from }, (_, number) => ({
            organization_id,
            day,
            sender: `firm-${from + number}.example`,
            user_id: user.id,
          })),
        )
        .execute()
    const days = [-9, -2, -1, 0].map((ago) => dayOf(server.clock(), ago))
    const [ninth = '', second = '', first = '', today = ''] = days
    await insert(0, 3000, ninth)
    for (const [at, day] of [first, second].entries()) {
      await insert(3000 + at * 2500, 5500 + at * 2500, day)
    }
    // A sender who wrote long ago and today, too.
    await insert(0, 1, today)
    const { met: senders } = await readCorrespondents(
      server.database,
      organization_id,
      server.clock(),
    )
    expect(senders).toHaveLength(5000)
    expect(senders[0]).toBe('firm-0.example')
    const numbers = senders.slice(1).map((sender) => Number(sender.replaceAll(/\D/g, '')))
    expect(Math.min(...numbers)).toBe(3000)
  })
})

const mail = Buffer.from('From: a@b.example\r\nSubject: Hello\r\n\r\nHello\r\n')

test('a recipient is a user of the organization, and users of others look like addresses of none', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  await makeAlias(server, user, 'accounts@firm.example')
  const stranger = await makeUser(server)
  const token = await makeGatewayKey(server, user.organizationId, 'analyse')
  const ask = (query: string) => server.post(`/api/analyses${query}`, { token, body: mail })
  for (const own of [user.email, 'accounts@firm.example', user.email.replace('@', '+news@')]) {
    const { status } = await ask(`?recipient=${encodeURIComponent(own)}`)
    expect(status, own).toBe(200)
  }
  const foreign = await ask(`?recipient=${encodeURIComponent(stranger.email)}`)
  const unknown = await ask('?recipient=no-one@nowhere.example')
  expect(foreign).toMatchObject({ status: 422, code: 'unknown_analysed_recipient' })
  expect(foreign.body).toEqual(unknown.body)
  expect(await ask('?recipient=nonsense')).toMatchObject({ status: 422 })
  expect(await ask('?dmarc=excellent')).toMatchObject({ status: 422 })
  expect((await ask('?dmarc=pass&spf=fail')).status).toBe(200)
})

test('a judge that is switched off does not answer', async ({ server, user }) => {
  const token = await makeGatewayKey(server, user.organizationId, 'analyse')
  await server.database.updateTable('organizations').set({ judge_mode: 'off' }).execute()
  const answer = await server.post('/api/analyses', { token, body: mail })
  expect(answer).toMatchObject({ status: 409, code: 'judge_is_off' })
})

test.each(['en', 'ar'] as const)(
  'look-alike letters are shown in Punycode in a reason: %s',
  (locale) => {
    const values = { domain: 'аramex.com', other: 'aramex.com' }
    const said = reasonIn(locale, { code: 'lookalike_of_correspondent', speaks: 'against', values })
    expect(said).toContain('xn--ramex-3ve.com')
    expect(said).not.toContain('а')
    expect(said).toContain('aramex.com')
  },
)

test('what turns the direction of a sentence is named in its reason', () => {
  const values = { words: 'pay\u202e now' }
  const said = reasonIn('en', { code: 'asks_for_payment', speaks: 'against', values })
  expect(said).toContain('pay[U+202E] now')
  expect(said).not.toMatch(/[\u202e]/)
})
