import type { Page } from '@playwright/test'

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
