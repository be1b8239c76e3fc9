import { dayMs, isoAfter } from '../core/clock.ts'
import type { NewUser } from '../users/change/create-user.ts'
import { demoAccounts } from './accounts.ts'
import { type DemoOrganization, demoOrganizations, type Exposure } from './organizations.ts'
import type { DemoWords } from './words.ts'

export interface DemoUser {
  readonly exposure: Exposure
  readonly account: NewUser
  /** Without one, the user is as old as the organization. */
  readonly createdAt?: Date
}

const exposures = ['calm', 'watchful', 'calm', 'exposed', 'calm'] as const

/** The accounts to sign in with; they have not accepted the privacy notice yet. */
export function signInUsers(
  domain: string,
  passwordHash: string,
  { names, departments }: DemoWords,
): DemoUser[] {
  return demoAccounts.map(({ username, role, department, exposure }) => ({
    exposure,
    account: {
      username,
      email: `${username}@${domain}`,
      full_name: names[username],
      role,
      department: departments[department],
      password_hash: passwordHash,
    },
  }))
}

/** Colleagues only appear in lists: their password is known to none, and the newest has yet to set one. */
export function colleagues(
  organization: DemoOrganization,
  passwordHash: string,
  { names, departments }: DemoWords,
  now: Date,
): DemoUser[] {
  const leadsTeam = organization !== demoOrganizations[0]
  return organization.users.map(([username, department], position) => {
    const isNew = position === organization.users.length - 1 && !leadsTeam
    return {
      exposure: exposures[position % exposures.length] ?? 'calm',
      ...(isNew && { createdAt: new Date(now.getTime() - dayMs) }),
      account: {
        username,
        email: `${username}@${organization.domain}`,
        full_name: names[username],
        role: position === 0 && leadsTeam ? 'team_lead' : 'employee',
        department: departments[department],
        phone: `+962 6 555 0${100 + position}`,
        // One new user has neither signed in nor accepted the privacy notice yet.
        consented_at: isNew ? null : '2024-01-08T09:00:00.000Z',
        last_login_at: isNew ? null : isoAfter(now, -(position + 0.4) * dayMs),
        password_hash: isNew ? null : passwordHash,
        invitation_expires_at: isNew ? isoAfter(now, 2 * dayMs) : null,
      },
    }
  })
}
