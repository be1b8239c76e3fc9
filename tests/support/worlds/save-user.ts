import type { TestServer } from '../server/server.ts'
import { makeOrganization } from './factories.ts'

export const savePath = '/api/admin/users/detailed'
export const password = 'violet kettle drum'

export async function makeForm(server: TestServer, overrides: Record<string, unknown> = {}) {
  return {
    username: 'rania',
    email: 'Rania@Firm.example',
    full_name: 'Rania Haddad',
    role: 'employee',
    organization_id: await makeOrganization(server),
    department: 'Payments',
    phone: '',
    password,
    ...overrides,
  }
}

export async function signIn(server: TestServer, username: string, given: string): Promise<number> {
  const body = { username, password: given }
  return (await server.post('/api/auth/login', { body })).status
}
