import { expect, test } from 'vitest'
import { makeReport } from '../../support/mail/rspamd.ts'
import { createServers, times } from '../../support/postgres/two-servers.ts'
import { makeGatewayKey, makeOrganization, makeUser } from '../../support/worlds/factories.ts'

test('copies of reports at two servers count once, whatever their order and recipients', async () => {
  await using servers = await createServers()
  const { one } = servers
  const organizationId = await makeOrganization(one)
  const token = await makeGatewayKey(one, organizationId)
  const emails = (await times(12, () => makeUser(one, { organizationId }))).map(
    ({ email }) => email,
  )
  const actions = ['no action', 'add header', 'reject']
  const answers = await times(60, (position) => {
    const start = position % emails.length
    const turned = [...emails.slice(start), ...emails.slice(0, start)]
    const body = makeReport({
      // Some name only a part of the recipients.
      rcpt: position % 4 === 0 ? turned.slice(0, 5) : turned,
      action: actions[position % actions.length],
      message_id: `id-${position % 3 === 0 ? 1 : 2}@sender.example`,
    })
    return servers.call('POST', '/api/rspamd', { token, body })
  })
  for (const { status, text } of answers) expect(`${status} ${text}`).toMatch(/^200 .*"ignored":0/)
  const scans = await one.database.selectFrom('scans').select('threat_level').execute()
  expect(scans).toHaveLength(2 * emails.length)
  const totals = await one.database.selectFrom('scan_totals').selectAll().execute()
  for (const { safe, suspicious, malicious } of totals)
    expect(safe + suspicious + malicious).toBe(2)
  const [month] = await one.database.selectFrom('monthly_scans').selectAll().execute()
  const count = (level: string) => scans.filter((scan) => scan.threat_level === level).length
  expect(month).toMatchObject({
    safe: count('safe'),
    suspicious: count('suspicious'),
    malicious: count('malicious'),
  })
})
