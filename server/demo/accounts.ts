import type { Role } from '../../contract/core/permissions.ts'
import { dayMs, isoAfter } from '../core/clock.ts'
import { readWords } from '../core/read-words.ts'
import type { NewUser } from '../users/change/create-user.ts'

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

/** How much dangerous mail a user received in recent weeks; it determines the risk band. */
export type Exposure = 'calm' | 'watchful' | 'exposed'

export interface DemoOrganization {
  readonly industry: keyof DemoWords['organizations']
  readonly domain: string
  /** Valid only in a database that the demo created. */
  readonly gatewayKey: string
  /** The first user leads the team, except in the organization of the demo accounts. */
  readonly users: readonly (readonly [
    username: keyof DemoWords['names'],
    department: keyof DemoWords['departments'],
  ])[]
}

/** Fictional firms with domains that are reserved for examples. */
export const demoOrganizations: readonly [DemoOrganization, ...DemoOrganization[]] = [
  {
    industry: 'finance',
    domain: 'olivebranch.example',
    gatewayKey: 'aman-demo-gateway-key-finance',
    users: [
      ['tariq.al.masri', 'treasury'],
      ['rania.haddad', 'payments'],
      ['omar.khoury', 'payments'],
      ['dina.nasser', 'compliance'],
      ['yousef.qasem', 'retailLending'],
      ['hala.shami', 'retailLending'],
      ['samir.obeidat', 'corporateLending'],
      ['maya.sweiss', 'humanResources'],
      ['faisal.zoubi', 'it'],
      ['noor.batayneh', 'it'],
      ['elena.petrova', 'risk'],
      ['khaled.rawashdeh', 'branchIrbid'],
      ['sara.momani', 'branchIrbid'],
    ],
  },
  {
    industry: 'health_tech',
    domain: 'cedarhealth.example',
    gatewayKey: 'aman-demo-gateway-key-health-tech',
    users: [
      ['leen.abbadi', 'product'],
      ['zaid.hijazi', 'engineering'],
      ['farah.tarawneh', 'engineering'],
      ['amer.saleh', 'engineering'],
      ['ruba.kilani', 'clinicalOperations'],
      ['ibrahim.dabbas', 'clinicalOperations'],
      ['lina.gharaibeh', 'customerCare'],
      ['marwan.freij', 'customerCare'],
      ['priya.raman', 'dataScience'],
      ['hussein.majali', 'sales'],
      ['jumana.ayyoub', 'sales'],
      ['daniel.weber', 'finance'],
      ['aya.shdeifat', 'humanResources'],
    ],
  },
  {
    industry: 'insurance',
    domain: 'desertrose.example',
    gatewayKey: 'aman-demo-gateway-key-insurance',
    users: [
      ['nadia.karadsheh', 'claims'],
      ['basel.amawi', 'claims'],
      ['reem.fakhoury', 'claims'],
      ['mahmoud.jaber', 'underwriting'],
      ['tala.rimawi', 'underwriting'],
      ['george.haddadin', 'underwriting'],
      ['suha.bani.hani', 'legal'],
      ['anas.khatib', 'it'],
      ['mariam.odeh', 'customerCare'],
      ['waleed.sawalha', 'brokers'],
      ['chiara.romano', 'reinsurance'],
      ['ghassan.naber', 'finance'],
    ],
  },
]

export const demoWords = readWords(import.meta.dirname, 'demo.words.yaml')

export type DemoWords = (typeof demoWords)['en']

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
