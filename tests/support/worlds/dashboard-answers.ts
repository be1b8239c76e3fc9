import type { Page } from '@playwright/test'

const created_at = '2026-03-01T09:30:00Z'
const threat_levels = ['safe', 'suspicious', 'malicious'] as const
const roles = ['employee', 'team_lead', 'super_admin'] as const

/** One of everything that a dashboard can show, by the path of its call. */
export const full = {
  '/dashboard/employee': {
    risk_score: 55,
    total_emails_scanned: 1284,
    phishing_emails_caught: 37,
    safe_emails: 1247,
    recent_phishing_emails: threat_levels.map((threat_level, id) => ({
      id,
      email_subject: 'Confirm your account',
      sender_domain: 'a-rather-long-name-of-a-domain.lookalike.example',
      threat_level,
      detection_reason: 'The link leads elsewhere.',
      timestamp: created_at,
      scan_details: { content_analysis: { indicators: ['one', 'two', 'three', 'four'] } },
    })),
  },
  '/dashboard/team': {
    total_team_scans: 1284,
    total_phishing_caught: 37,
    average_risk_score: 42,
    team_members: [5, 50, 95].map((risk_score, id) => ({
      id,
      full_name: 'Rania Khoury-Al-Hashimi',
      email: 'rania.khoury-al-hashimi@a-rather-long-name.example',
      risk_score,
      last_login: id === 0 ? null : created_at,
    })),
  },
  '/flags/list': {
    success: true,
    total: 2,
    green_count: 1,
    red_count: 1,
    flags: [
      { id: 1, flag_type: 'green', value: 'partner.example', reason: 'Our partner', created_at },
      { id: 2, flag_type: 'red', value: 'bad.example', reason: null, created_at, blocked_count: 7 },
    ],
  },
  '/admin/dashboard': {
    total_users: 1204,
    total_organizations: 31,
    total_scans: 98765,
    total_revenue: 4321.09,
    system_performance: {
      total_phishing_detected: 2345,
      detection_rate: 97.25,
      average_scan_cost: 0.1,
    },
  },
  '/admin/users': roles.map((role, id) => ({
    id,
    username: `rania-${id}`,
    email: 'rania.khoury-al-hashimi@a-rather-long-name.example',
    full_name: `Rania ${id}`,
    role,
    organization_id: 7,
    is_active: id > 0,
    risk_score: 64.6,
  })),
  '/admin/users/:id/single-sign-on': {
    link: {
      issuer: 'https://id.a-rather-long-name.example',
      subject: '3f2a1b4c-5d6e-4f70-8a9b-0c1d2e3f4a5b',
      created_at,
      last_used_at: created_at,
    },
  },
  '/admin/organizations': (['finance', 'health_tech', 'insurance', 'other'] as const).map(
    (industry, id) => ({
      id: id + 7,
      name: `Firm ${id}`,
      industry,
      contact_email: 'office@firm.example',
      employee_count: 12,
      total_scans: 12345,
      total_cost: 1234.5,
      created_at,
    }),
  ),
} satisfies Record<string, unknown>

const endless = 'Zq9'.repeat(3400)
const sentence = 'words without an end '.repeat(500)
const texts = [endless, sentence, 'محمد عبد الرحمن الخوري', '👨‍👩‍👧‍👦🇯🇴 Zoë', '', null]

/** Each text is one of 10 kB without a space, a right-to-left name, emoji or null, and no number has measure. */
function uglyRow(row: unknown, text: string | null = endless): unknown {
  return JSON.parse(JSON.stringify(row), (name, value: unknown) => {
    if (name === 'indicators') return [text, text, ...texts, endless]
    if (typeof value === 'number') return Number.MAX_SAFE_INTEGER
    if (name === 'flag_type' || (typeof value !== 'string' && value !== null)) return value
    return name === 'value' ? (text ?? '') : text
  })
}

function uglyRows(rows: readonly unknown[]): object[] {
  const row = rows.at(-1)
  return texts.map((text, id) => ({ ...Object(uglyRow(row, text)), id, organization_id: id }))
}

function ugly(answer: object): object {
  if (Array.isArray(answer)) return uglyRows(answer)
  const parts = Object.entries(answer).map(([name, part]) => [
    name,
    Array.isArray(part) ? uglyRows(part) : uglyRow(part),
  ])
  return Object.fromEntries(parts)
}

const empty = (answer: object) => (Array.isArray(answer) ? [] : {})

/** Makes every dashboard's loads answer with one of everything, with ugly data, with nothing, or not at all. */
export async function answerLoads(
  page: Page,
  how: 'full' | 'ugly' | 'empty' | 'failed',
): Promise<void> {
  const answerOf = { full: (answer: object) => answer, ugly, empty, failed: empty }[how]
  for (const [path, answer] of Object.entries(full)) {
    const json = answerOf(answer)
    await page.route(`**/api${path.replace(':id', '*')}*`, (route) =>
      how === 'failed' ? route.fulfill({ status: 500, body: '' }) : route.fulfill({ json }),
    )
  }
}

const employeeCall = '**/api/dashboard/employee*'

export const counted = {
  risk_score: 12,
  total_emails_scanned: 1284,
  phishing_emails_caught: 37,
  safe_emails: 1247,
  recent_phishing_emails: [],
}

export function threat(overrides: Record<string, unknown> = {}) {
  return {
    id: 't1',
    email_subject: 'Confirm your account',
    sender_domain: 'lookalike.example',
    threat_level: 'malicious',
    detection_reason: 'The link leads elsewhere.',
    timestamp: '2026-03-01T09:30:00Z',
    scan_details: { content_analysis: { indicators: ['one', 'two', 'three', 'four', 'five'] } },
    ...overrides,
  }
}

export async function answerEmployee(page: Page, data: object) {
  await page.route(employeeCall, (route) => route.fulfill({ json: data }))
}
