import type { Role } from '../../contract/core/permissions.ts'
import type { Exposure } from './organizations.ts'

/** The password of all three accounts, which only `npm start` creates. */
export const demoPassword = 'aman-demo-2026'

export interface DemoAccount {
  readonly username: string
  readonly fullName: string
  readonly role: Role
  readonly department: string
  readonly exposure: Exposure
}

/** The accounts to sign in with; they belong to the first organization. */
export const demoAccounts: readonly DemoAccount[] = [
  {
    username: 'employee',
    fullName: 'Salma Barakat',
    role: 'employee',
    department: 'Payments',
    exposure: 'watchful',
  },
  {
    username: 'lead',
    fullName: 'Rami Darwish',
    role: 'team_lead',
    department: 'Operations',
    exposure: 'calm',
  },
  {
    username: 'admin',
    fullName: 'Huda Mansour',
    role: 'super_admin',
    department: 'IT Security',
    exposure: 'calm',
  },
]
