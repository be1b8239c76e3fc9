import { openByUrl } from '../../bench/database.ts'
import {
  makeFlag,
  makeGatewayKey,
  makeOrganization,
  makeSession,
  makeUser,
  reportScans,
} from '../../tests/support/factories.ts'
import { password } from '../storm/legitimate-users.ts'

export interface Worker {
  readonly token: string
  readonly username: string
  readonly email: string
}

/** Who is at work, one on each connection. */
export interface Firm {
  readonly workers: readonly Worker[]
  readonly gatewayKey: string
  readonly adminToken: string
}

const colleagues = 300
const threats = 50
const flags = 20

/** Everybody's answers are as long as they will ever be, so that nothing has a reason to grow. */
export async function prepareFirm(databaseUrl: string, size: number): Promise<Firm> {
  const database = await openByUrl(databaseUrl)
  const place = { database, clock: () => new Date() }
  const organizationId = await makeOrganization(place)
  for (let made = 0; made < colleagues; made += 1) await makeUser(place, { organizationId })
  const workers: Worker[] = []
  for (let made = 0; made < size; made += 1) {
    const user = await makeUser(place, { organizationId, password, role: 'team_lead' })
    const mails = Array.from({ length: threats }, () => ({ threat_level: 'malicious' }) as const)
    await reportScans(place, user, mails)
    for (let flag = 0; flag < flags; flag += 1) {
      await makeFlag(place, user, { flag_type: 'red', value: `flagged-${flag}.example` })
    }
    workers.push({ ...user, token: await makeSession(place, user) })
  }
  const admin = await makeUser(place, { organizationId, role: 'super_admin' })
  const firm = {
    workers,
    gatewayKey: await makeGatewayKey(place, organizationId),
    adminToken: await makeSession(place, admin),
  }
  await database.destroy()
  return firm
}
