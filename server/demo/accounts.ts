import type { Role } from '../../contract/core/permissions.ts'
import type { Exposure } from './organizations.ts'
import type { DemoWords } from './words.ts'

/** The password of all three accounts, which only `npm start` creates. */
export const demoPassword = 'aman-demo-2026'

export interface DemoAccount {
  readonly username: 'employee' | 'lead' | 'admin'
  readonly role: Role
  readonly department: keyof DemoWords['departments']
  readonly exposure: Exposure
}

/** The accounts to sign in with; they belong to the first organization. */
export const demoAccounts: readonly DemoAccount[] = [
  {
    username: 'employee',
    role: 'employee',
    department: 'payments',
    exposure: 'watchful',
  },
  {
    username: 'lead',
    role: 'team_lead',
    department: 'operations',
    exposure: 'calm',
  },
  {
    username: 'admin',
    role: 'super_admin',
    department: 'itSecurity',
    exposure: 'calm',
  },
]
