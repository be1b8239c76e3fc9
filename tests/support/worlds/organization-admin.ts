import { inviteOwnUsersEndpoint } from '../../../contract/users/invite-own-users.ts'
import { listOwnUsersEndpoint } from '../../../contract/users/list-own-users.ts'
import type { TestServer } from '../server/server.ts'
import { makeDomain, makeOrganization, signInUser } from './factories.ts'

/** A team lead who may manage an organization with the approved domain cedar.example. */
export async function signInOrganizationAdmin(server: TestServer) {
  const organizationId = await makeOrganization(server, { name: 'Cedar Clinic' })
  await makeDomain(server, organizationId, 'cedar.example')
  const { user: lead, token } = await signInUser(server, {
    organizationId,
    role: 'team_lead',
    managed_organization_id: organizationId,
    full_name: 'Layla Nasser',
    email: 'layla@cedar.example',
  })
  const invite = async (rows: readonly object[], dry_run: boolean) => {
    const body = { dry_run, rows: rows.map((row, index) => ({ line: index + 1, ...row })) }
    const answer = await server.post('/api/organization/users/invite', { token, body })
    return answer.output(inviteOwnUsersEndpoint).rows
  }
  return {
    organizationId,
    lead,
    token,
    async listed(query = '') {
      const answer = await server.get(`/api/organization/users${query}`, { token })
      return answer.output(listOwnUsersEndpoint)
    },
    invite: (...rows: readonly object[]) => invite(rows, false),
    dryRun: (...rows: readonly object[]) => invite(rows, true),
    correct: (id: string, body: object) =>
      server.post(`/api/organization/users/${id}/correction`, { token, body }),
    setStatus(ids: readonly string[], is_active: boolean) {
      return server.post('/api/organization/users/status', { token, body: { ids, is_active } })
    },
    sendInvitation: (id: string) =>
      server.post(`/api/organization/users/${id}/invitation`, { token }),
    withdrawInvitation: (id: string) =>
      server.delete(`/api/organization/users/${id}/invitation`, { token }),
  }
}
