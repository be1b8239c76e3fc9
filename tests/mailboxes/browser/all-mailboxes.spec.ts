import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { approveDomain } from '../../../server/organizations/domains.ts'
import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { expectEveryLook } from '../../support/browser/every-look.ts'
import { openPlace } from '../../support/browser/place.ts'
import { button } from '../../support/browser/screen.ts'
import { proxy } from '../../support/mailboxes/credential-lab.ts'
import { dovecot, startImap } from '../../support/mailboxes/lab.ts'
import { makeCertificate } from '../../support/server/certificate.ts'
import { startServer } from '../../support/server/running-server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { makeOrganization, makeSession, makeUser } from '../../support/worlds/factories.ts'

test.skip(dovecot === undefined, 'Dovecot is not installed')

test('by keyboard, an organization admin protects all mailboxes of a real mail server by one login', async ({
  page,
  users,
}) => {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await temporaryFolder())
  // Read by a server without rights.
  await chmod(folder.path, 0o755)
  const certificate = await makeCertificate()
  const [authority, masters] = [join(folder.path, 'mail.pem'), join(folder.path, 'masters')]
  await writeFile(authority, certificate.cert)
  await writeFile(masters, `${proxy.login}:{PLAIN}${proxy.password}\n`, { mode: 0o644 })
  const imap = stack.use(
    await startImap('dovecot', {
      users: { rania: 'unused', omar: 'unused' },
      certificate,
      lines: `passdb {\n  driver = passwd-file\n  master = yes\n  result_success = continue\n  args = ${masters}\n}`,
    }),
  )
  const databaseUrl = `file:${join(folder.path, 'aman.db')}`
  const place = stack.use(await openPlace(databaseUrl))
  const organizationId = await makeOrganization(place, { name: 'Cedar Clinic' })
  const actor = { actor_id: null, actor_role: 'operator', address: '' } as const
  await approveDomain(place, organizationId, 'clinic.example', actor)
  for (const name of ['rania', 'omar']) {
    await makeUser(place, { organizationId, email: `${name}@clinic.example` })
  }
  const lead = await makeUser(place, {
    ...{ organizationId, role: 'team_lead', managed_organization_id: organizationId },
    ...{ username: 'lead', email: 'lead@cedar.example' },
  })
  const server = stack.use(
    await startServer(databaseUrl, {
      MAILBOX_PRIVATE_NETWORKS: '127.0.0.0/8,::1/128',
      NODE_EXTRA_CA_CERTS: authority,
    }),
  )
  // A page that still loads when its server ends reports an error.
  stack.defer(() => page.close())
  await users.signIn(page, { token: await makeSession(place, lead) }, server.url)
  await page.goto(`${server.url}/dashboard/people`)
  const section = page.getByRole('region', { name: 'All mailboxes by one login' })
  await button(page, 'Set up').press('Enter')
  await section.getByLabel("A user's address for the check").selectOption('omar@clinic.example')
  await button(page, 'Continue').press('Enter')
  await section.getByLabel('Own mail server').press('ArrowDown')
  await expect(section.getByLabel(/^Key file of the service account/)).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await section.getByLabel('Google Workspace').press('ArrowDown')
  await expect(section.getByLabel('Client secret', { exact: true })).toBeVisible()
  await expectEveryLook(page)
  await section.getByLabel('Microsoft 365').press('ArrowDown')
  await section.getByLabel('Login at the mail server').fill(proxy.login)
  await section.getByLabel('Its password').fill(proxy.password)
  await section.getByLabel('IMAP server').fill('localhost')
  await section.getByLabel('Port').fill(String(imap.tlsPort))
  await section.getByLabel('Port').press('Enter')
  await expect(section.getByText('2 mailboxes are protected')).toBeVisible()
})
