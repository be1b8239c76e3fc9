import type { Organizations } from '../database/tables/tables.ts'

/** How much dangerous mail a user received in recent weeks; it determines the risk band. */
export type Exposure = 'calm' | 'watchful' | 'exposed'

export interface DemoOrganization {
  readonly name: string
  readonly industry: Organizations['industry']
  readonly domain: string
  readonly address: string
  /** Valid only in a database that the demo created. */
  readonly gatewayKey: string
  /** The first user leads the team, except in the organization of the demo accounts. */
  readonly users: readonly (readonly [name: string, department: string])[]
}

/** Fictional firms with domains that are reserved for examples. */
export const demoOrganizations: readonly [DemoOrganization, ...DemoOrganization[]] = [
  {
    name: 'Olive Branch Finance (demo)',
    industry: 'finance',
    domain: 'olivebranch.example',
    address: 'King Hussein Business Park, Amman',
    gatewayKey: 'aman-demo-gateway-key-finance',
    users: [
      ['Tariq Al-Masri', 'Treasury'],
      ['Rania Haddad', 'Payments'],
      ['Omar Khoury', 'Payments'],
      ['Dina Nasser', 'Compliance'],
      ['Yousef Qasem', 'Retail Lending'],
      ['Hala Shami', 'Retail Lending'],
      ['Samir Obeidat', 'Corporate Lending'],
      ['Maya Sweiss', 'Human Resources'],
      ['Faisal Zoubi', 'IT'],
      ['Noor Batayneh', 'IT'],
      ['Elena Petrova', 'Risk'],
      ['Khaled Rawashdeh', 'Branch Irbid'],
      ['Sara Momani', 'Branch Irbid'],
    ],
  },
  {
    name: 'Cedar Health Systems (demo)',
    industry: 'health_tech',
    domain: 'cedarhealth.example',
    address: 'Queen Rania Street, Amman',
    gatewayKey: 'aman-demo-gateway-key-health-tech',
    users: [
      ['Leen Abbadi', 'Product'],
      ['Zaid Hijazi', 'Engineering'],
      ['Farah Tarawneh', 'Engineering'],
      ['Amer Saleh', 'Engineering'],
      ['Ruba Kilani', 'Clinical Operations'],
      ['Ibrahim Dabbas', 'Clinical Operations'],
      ['Lina Gharaibeh', 'Customer Care'],
      ['Marwan Freij', 'Customer Care'],
      ['Priya Raman', 'Data Science'],
      ['Hussein Majali', 'Sales'],
      ['Jumana Ayyoub', 'Sales'],
      ['Daniel Weber', 'Finance'],
      ['Aya Shdeifat', 'Human Resources'],
    ],
  },
  {
    name: 'Desert Rose Insurance (demo)',
    industry: 'insurance',
    domain: 'desertrose.example',
    address: 'Rainbow Street, Amman',
    gatewayKey: 'aman-demo-gateway-key-insurance',
    users: [
      ['Nadia Karadsheh', 'Claims'],
      ['Basel Amawi', 'Claims'],
      ['Reem Fakhoury', 'Claims'],
      ['Mahmoud Jaber', 'Underwriting'],
      ['Tala Rimawi', 'Underwriting'],
      ['George Haddadin', 'Underwriting'],
      ['Suha Bani Hani', 'Legal'],
      ['Anas Khatib', 'IT'],
      ['Mariam Odeh', 'Customer Care'],
      ['Waleed Sawalha', 'Brokers'],
      ['Chiara Romano', 'Reinsurance'],
      ['Ghassan Naber', 'Finance'],
    ],
  },
]
