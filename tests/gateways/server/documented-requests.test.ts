import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../../tools/scripts/run-command.ts'
import { createTestServer } from '../../support/server/server.ts'
import { signInAdmin } from '../../support/worlds/admin.ts'
import { makeOperatorKey, makeUser } from '../../support/worlds/factories.ts'

const page = readFileSync(join(root, 'docs/connect-your-mail.md'), 'utf8')

test('Aman takes the mails that the page reports with a key of the operator', async () => {
  await using server = await createTestServer()
  const [, text = ''] = /--json '(\{[^']*\})'/.exec(page) ?? []
  const body = JSON.parse(text)
  for (const { recipient } of body.scans) await makeUser(server, { email: recipient })
  const { key } = await makeOperatorKey(server)
  const answer = await server.post('/api/scans', { token: key, body })
  expect(answer.body).toMatchObject({
    success: true,
    scans: [{ threat_level: 'safe' }, { threat_level: 'safe' }],
  })
})

test('the page shows a whole request that switches the judge of an organization', async () => {
  await using server = await createTestServer()
  const [, text = ''] = /^```json\n([^`]*)^```/m.exec(page) ?? []
  const { token } = await signInAdmin(server)
  const { organizationId } = await makeUser(server)
  const body = { ...JSON.parse(text), organization_id: organizationId }
  const answer = await server.post('/api/admin/organizations/judge', { token, body })
  expect([answer.status, answer.body]).toEqual([200, { success: true }])
})
