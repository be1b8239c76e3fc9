import type { Page } from '@playwright/test'
import { sortedAttributes } from '../sorted-attributes.ts'

export const employeeCall = '**/api/dashboard/employee*'

const ofFrame = 'header > a, header nav, h1, [role=tablist]'

/** The frame and the first figures, as they are in the document. */
export async function shownBy(page: Page, place: string, own: string): Promise<string> {
  const html = await page.evaluate(
    ([within, parts]) => {
      const view = document.querySelector(within)
      return [...(view?.querySelectorAll(parts) ?? [])].map((part) => part.outerHTML).join('\n')
    },
    [place, `${ofFrame}, ${own}`] as const,
  )
  return sortedAttributes(withPlainIds(html))
}

/** React counts its ids through. */
function withPlainIds(html: string): string {
  const ids = new Map<string, number>()
  return html.replaceAll(/_(?:r\d+)?[rR]_\w+_/g, (id) => {
    ids.set(id, ids.get(id) ?? ids.size)
    return `id-${ids.get(id)}`
  })
}

const now = new Date().toISOString()
const user = (id: string) => ({ id, username: id, full_name: id, created_at: now })

/** Threats of several months, in every form. */
export const threats = Array.from({ length: 20 }, (_, at) => ({
  id: at,
  email_subject: at % 4 === 1 ? '' : `Your <i>prize</i> ${at}`,
  sender_domain: at % 7 === 3 ? '' : `prize-${at}.example`,
  threat_level: ['suspicious', 'malicious', 'safe', 'unknown'][at % 4],
  detection_reason: at % 5 === 2 ? '' : `Its link leads elsewhere. ${'So it does. '.repeat(at)}`,
  timestamp: new Date(Date.now() - at * 12 * 86_400_000).toISOString(),
  disposition: ['delivered', 'quarantined', null][at % 3],
  scan_details: {
    content_analysis: {
      indicators: ['urgency', 'رابط', 'link', ...'0123456789'].slice(0, at % 12),
    },
  },
}))

/** Each dashboard with its answers, and from where to where it looks the same in both ways. */
export const dashboards = [
  {
    name: 'employee',
    role: 'employee',
    answers: {
      [employeeCall]: {
        risk_score: 42.4,
        total_emails_scanned: 12_345,
        phishing_emails_caught: 37,
        safe_emails: 12_308,
        recent_phishing_emails: threats,
        lists_messages: true,
        explains_risk: true,
        mail_checks: 'offered',
      },
    },
    // Actions for a sender come later, below each threat.
    parts:
      'section:has([role=meter]), dl, figure, section > div > :first-child, h3, section li > div:nth-child(-n + 2), ol',
    last: '[role=tabpanel]',
    says: 'Your &lt;i&gt;prize&lt;/i&gt; 7',
  },
  {
    name: 'team',
    role: 'team_lead',
    answers: {
      '**/api/dashboard/team': {
        average_risk_score: 42.4,
        total_team_scans: 12_345,
        total_phishing_caught: 37,
        team_members: [
          {
            id: 'a/1',
            full_name: 'Rania <i>Khoury</i>',
            email: 'rania@clinic.example',
            risk_score: 20,
            last_login: now,
          },
          { id: 2, full_name: 'ليلى', email: 'layla@clinic.example', risk_score: 88.5 },
          { id: 3, email: 'front-desk', risk_score: 35 },
        ],
      },
    },
    parts: 'section:has([role=meter]), dl, [role=table], section:has(#management-title)',
    last: '[role=table]',
    says: 'Rania &lt;i&gt;',
  },
  {
    name: 'admin',
    role: 'super_admin',
    answers: {
      '**/api/admin/dashboard': {
        total_users: 12_345,
        total_organizations: 42,
        total_scans: 9_876_543,
        attacks: {
          count: 7,
          attacked: [
            { id: 'a/1', name: 'Cedar <i>Clinic</i>', recent: 412, usual: 20.5 },
            { id: 2, name: 'شركة', recent: 60, usual: 12 },
          ],
        },
      },
      '**/api/admin/users*': [user('one')],
      // Further capabilities are asked for after that.
      '**/api/auth/capabilities': { capabilities: [] },
      '**/api/admin/organizations*': { organizations: [{ id: 1, name: 'Cedar' }] },
    },
    parts: 'section:has(#attacks-title), [role=tabpanel] > div > ul',
    last: '[role=tabpanel] > div > ul',
    says: 'a%2F1',
  },
] as const
