import { expect, test } from 'vitest'
import { connectionProviders } from '../../../contract/gateways/connection.ts'
import { showConnectionEndpoint } from '../../../contract/gateways/show-connection.ts'
import { connectionFiles } from '../../../server/gateways/rspamd/files/connection-files.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { signInAdmin } from '../../support/worlds/admin.ts'

async function ask(server: TestServer, provider: string, organizationId?: string) {
  const { admin, token } = await signInAdmin(server)
  const id = organizationId ?? admin.organizationId
  return server.get(`/api/admin/organizations/${id}/connection/${provider}`, { token })
}

test.each(connectionProviders)(
  'the files for %s are those of the printed configuration, with placeholders',
  async (provider) => {
    await using server = await createTestServer({
      services: { publicUrl: 'https://aman.firm.example' },
    })
    const { placeholders, files } = (await ask(server, provider)).output(showConnectionEndpoint)
    expect(files).toEqual(connectionFiles({ provider, origin: 'https://aman.firm.example' }))
    expect(files.length).toBeGreaterThan(0)
    expect(files.some(({ text }) => text.includes(placeholders.report))).toBe(true)
    expect(JSON.stringify(files)).not.toContain('aman_gateway_')
  },
)

test('without PUBLIC_URL the files name the address of the request', async () => {
  await using server = await createTestServer()
  const { files } = (await ask(server, 'own-client')).output(showConnectionEndpoint)
  expect(files[0]?.text).toContain('http://localhost/api/scans')
})

test('an unknown provider is a 422, an unknown organization a 404', async () => {
  await using server = await createTestServer()
  expect(await ask(server, 'pigeon')).toMatchObject({
    ...{ status: 422, fields: [{ field: 'provider', code: 'not_one_of' }] },
  })
  expect(await ask(server, 'mailcow', 'none')).toMatchObject({
    ...{ status: 404, code: 'unknown_organization' },
  })
})
