import { dayMs, isoAfter } from '../core/clock.ts'
import type { NewUser } from '../users/change/create-user.ts'
import { demoAccounts } from './accounts.ts'
import { type DemoOrganization, demoOrganizations, type Exposure } from './organizations.ts'

export interface DemoUser {
  readonly exposure: Exposure
  readonly account: NewUser
}

const exposures = ['calm', 'watchful', 'calm', 'exposed', 'calm'] as const

/** The accounts to sign in with; they have not accepted the privacy notice yet. */
export function signInUsers(domain: string, passwordHash: string): DemoUser[] {
  return demoAccounts.map(({ username, fullName, role, department, exposure }) => ({
    exposure,
    account: {
      username,
      email: `${username}@${domain}`,
      full_name: fullName,
      role,
      department,
      password_hash: passwordHash,
    },
  }))
}

/** Colleagues only appear in lists: they have no password and cannot sign in. */
export function colleagues(organization: DemoOrganization, now: Date): DemoUser[] {
  const leadsTeam = organization !== demoOrganizations[0]
  return organization.users.map(([name, department], position) => {
    const username = name.toLowerCase().replaceAll(/[^a-z]+/g, '.')
    const isNew = position === organization.users.length - 1 && !leadsTeam
    return {
      exposure: exposures[position % exposures.length] ?? 'calm',
      account: {
        username,
        email: `${username}@${organization.domain}`,
        full_name: name,
        role: position === 0 && leadsTeam ? 'team_lead' : 'employee',
        department,
        phone: `+962 6 555 0${100 + position}`,
        // One new user has neither signed in nor accepted the privacy notice yet.
        consented_at: isNew ? null : '2024-01-08T09:00:00.000Z',
        last_login_at: isNew ? null : isoAfter(now, -(position + 0.4) * dayMs),
      },
    }
  })
}
