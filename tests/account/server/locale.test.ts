import { expect, test } from 'vitest'
import type { Locale } from '../../../contract/core/locale.ts'
import { localeOfUser } from '../../../server/mail/notice-text.ts'
import { createTestServer } from '../../support/server/server.ts'
import { makeOrganization, makeSession, makeUser } from '../../support/worlds/factories.ts'

const choices: readonly [Locale | null, Locale | null, Locale][] = [
  [null, null, 'en'],
  [null, 'ar', 'ar'],
  ['en', 'ar', 'en'],
  ['ar', null, 'ar'],
]

test.each(choices)(
  'a user who chose %s in an organization with %s is written to in %s',
  async (own, ofOrganization, expected) => {
    await using server = await createTestServer()
    const organizationId = await makeOrganization(server, { locale: ofOrganization })
    const user = await makeUser(server, { organizationId, locale: own })
    expect(await localeOfUser(server.database, user.id)).toBe(expected)
    const { body } = await server.get('/api/auth/me', { token: await makeSession(server, user) })
    expect(body).toMatchObject({ locale: own, organization_locale: ofOrganization })
  },
)

test('the language of an organization is saved, kept by a change without it, and taken away', async () => {
  await using server = await createTestServer()
  const token = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
  const form = { name: 'Cedar', industry: 'finance', contact_email: 'office@cedar.example' }
  const save = (more: object) =>
    server.post('/api/admin/organizations/detailed', { token, body: { ...form, ...more } })
  const { body } = await save({ locale: 'ar' })
  const { id } = await server.database
    .selectFrom('organizations')
    .select('id')
    .where('name', '=', 'Cedar')
    .executeTakeFirstOrThrow()
  expect(body).toMatchObject({ id })
  for (const [more, expected] of [
    [{}, 'ar'],
    [{ locale: null }, null],
    [{ locale: 'en' }, 'en'],
  ] as const) {
    expect((await save({ id, ...more })).status).toBe(200)
    const listed = await server.get('/api/admin/organizations?q=cedar', { token })
    expect(listed.body).toMatchObject([{ id, locale: expected }])
  }
  expect((await save({ id, locale: 'fr' })).status).toBe(422)
})

test('a user chooses a language for themselves alone', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const { organizationId } = user
  const colleague = await makeUser(server, { organizationId })
  const token = await makeSession(server, user)
  const choose = (locale: string | null) =>
    server.post('/api/account/language', { token, body: { locale } })
  expect((await choose('ar')).status).toBe(200)
  expect(await localeOfUser(server.database, user.id)).toBe('ar')
  expect(await localeOfUser(server.database, colleague.id)).toBe('en')
  expect((await choose('fr')).status).toBe(422)
  expect(await localeOfUser(server.database, user.id)).toBe('ar')
  expect((await choose(null)).status).toBe(200)
  expect(await localeOfUser(server.database, user.id)).toBe('en')
})
