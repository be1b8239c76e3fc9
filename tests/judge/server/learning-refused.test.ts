import { expect, test } from 'vitest'
import { showAttentionEndpoint } from '../../../contract/attention/show-attention.ts'
import { reportScansEndpoint } from '../../../contract/emails/report-scans.ts'
import { showLearningEndpoint } from '../../../contract/judge/learning.ts'
import { thresholdOf } from '../../../judge/judge.ts'
import { guardingAttacks, type JudgedVector, strangeAttacks } from '../../../judge/learn/frozen.ts'
import { storeVector } from '../../../judge/learn/vector.ts'
import { shippedModel } from '../../../judge/model/shipped.ts'
import { minuteMs } from '../../../server/core/clock.ts'
import { learnOnce } from '../../../server/judge/judge.ts'
import { keepPending } from '../../../server/judge/learning/keep-pending.ts'
import { createTestServer } from '../../support/server/server.ts'
import { makeOrganization, makeSession, makeUser } from '../../support/worlds/factories.ts'
import { makeGatewayKey } from '../../support/worlds/mail-factories.ts'

const perThousand = 20

const leads = 16

test('team leads who teach that known attacks are honest get their version refused: the one before stays, and an admin is told', async () => {
  await using server = await createTestServer()
  const organizationId = await makeOrganization(server, { judge_per_thousand: perThousand })
  const key = await makeGatewayKey(server, organizationId)
  const users = await Promise.all(
    Array.from({ length: leads }, () => makeUser(server, { organizationId, role: 'team_lead' })),
  )
  let sent = 0
  /** Each lead gets as many of the mails as the others, so that no one says too much. */
  async function teach({ vector, score }: JudgedVector, opinion: 'honest' | 'dangerous') {
    sent += 1
    const user = users[sent % leads]
    if (user === undefined) return
    const messageId = `<${sent}@attack.example>`
    const sender = `a@attack-${sent}.example`
    await keepPending(server.services, organizationId, {
      ...{ messageId, sender, isKnownSender: false, score },
      places: Buffer.from(storeVector(vector)).toString('base64'),
      ...{ sharedLevel: 'suspicious', level: 'suspicious' },
    })
    const mail = { recipient: user.email, sender, subject: 'Hello', message_id: messageId }
    const body = { ...mail, threat_level: 'suspicious' }
    const reported = await server.post('/api/scans', { token: key, body })
    const id = reported.output(reportScansEndpoint).scans[0]?.id
    const token = await makeSession(server, user)
    const said = await server.post('/api/mail-reports', {
      token,
      body: { kind: 'scan', id, opinion },
    })
    expect(said.status).toBe(200)
  }
  await teach({ vector: Uint16Array.of(1, 2, 3), score: 0.5 }, 'honest')
  server.clock.pass(5 * minuteMs)
  await learnOnce(server.services)
  // The words that all attacks share seem honest beside these.
  for (const attack of strangeAttacks) await teach(attack, 'dangerous')
  const threshold = thresholdOf(shippedModel, perThousand)
  const lost = guardingAttacks
    .filter(({ score }) => score >= threshold)
    .toSorted((a, b) => a.score - b.score)
    .slice(0, 20)
  for (const attack of [...lost, ...lost]) await teach(attack, 'honest')
  server.clock.pass(5 * minuteMs)
  await learnOnce(server.services)

  const token = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
  const path = `/api/admin/organizations/${organizationId}/learning`
  const shown = (await server.get(path, { token })).output(showLearningEndpoint)
  const refused_at = server.clock().toISOString()
  expect(shown).toMatchObject({
    ...{ version: 1, versions: [{ number: 1, marks: 1 }], refused_at },
    marks: { honest: 41, dangerous: 30, confirmed: 71, refused: 70, waiting: 0 },
  })
  expect(shown.refused.frozen_lost).toBeGreaterThan(guardingAttacks.length / 100)
  const kept = server.database.selectFrom('marks').select('id').where('sealed', '!=', '')
  expect(await kept.where('organization_id', '=', organizationId).execute()).toEqual([])
  const acts = await server.acts('judge-refuse')
  const who = users.map(({ id }) => id).toSorted()
  expect(acts.map(({ actor_id }) => actor_id).toSorted()).toEqual(who)
  const needs = await server.get('/api/admin/attention', { token })
  expect(needs.output(showAttentionEndpoint).doubted_judges).toMatchObject({
    count: 1,
    judges: [{ id: organizationId, refused_at }],
  })
})
