import type { DemoWords } from './words.ts'

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
