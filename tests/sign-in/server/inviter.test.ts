import { expect, test } from 'vitest'
import { rightToLeftPart } from '../../../server/mail/transport.ts'
import { inviteUser } from '../../../server/sign-in/links/invite-user.ts'
import { lastSecretTo, mailsTo, withLinks } from '../../support/browser/links.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeOrganization, makeUser } from '../../support/worlds/factories.ts'
import { signInOrganizationAdmin } from '../../support/worlds/organization-admin.ts'

const firm = '365 <Insurance> & Sons'

async function linkFor(server: TestServer, email: string) {
  const secret = await lastSecretTo(server, email)
  return (await server.post('/api/auth/password-link', { body: { secret } })).body
}

async function bodyTo(server: TestServer, email: string): Promise<string> {
  const mails = await mailsTo(server, email)
  return mails.at(-1)?.body ?? ''
}

test('an invitation names the organization and who sends it, in the mail and on its page', async () => {
  await using server = await createTestServer(withLinks)
  const admin = await signInOrganizationAdmin(server)
  const email = 'rania@cedar.example'
  const [row] = await admin.invite({ email, full_name: 'Rania' })
  expect(await bodyTo(server, email)).toContain(
    'Layla Nasser has invited you to use Aman at Cedar Clinic. Your username is',
  )
  expect(await linkFor(server, email)).toMatchObject({
    organization: 'Cedar Clinic',
    invited_by: 'Layla Nasser',
  })
  await inviteUser(server.services, server.database, String(row?.id), null)
  expect(await bodyTo(server, email)).toContain(
    'you have been invited to use Aman at Cedar Clinic.',
  )
  expect(await linkFor(server, email)).toMatchObject({ invited_by: '' })
})

test('in an Arabic invitation names have lines of their own, and no name is markup', async () => {
  await using server = await createTestServer(withLinks)
  const organizationId = await makeOrganization(server, { name: firm })
  const sender = await makeUser(server, { full_name: '2 Fast <b>' })
  const invited = await makeUser(server, { organizationId, locale: 'ar' })
  await inviteUser(server.services, server.database, invited.id, sender.id)
  const [mail] = await mailsTo(server, invited.email)
  expect(mail?.body.split('\n')).toEqual(expect.arrayContaining([firm, '2 Fast <b>']))
  const html = rightToLeftPart({ subject: mail?.subject ?? '', text: mail?.body ?? '' })
  expect(html).toContain('<span dir="ltr">365 &lt;Insurance&gt; &amp; Sons</span>')
  expect(html).toContain('<span dir="ltr">2 Fast &lt;b&gt;</span>')
})
