import type { EmployeeSample } from './employee-samples.ts'

/** A generator of numbers from 0 to 1 that gives the same ones in each run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Answers of every kind that the contract allows, with missing values too. */
export function generatedEmployees(count: number): EmployeeSample[] {
  const random = seeded(count)
  const pick = <const Value>(...values: readonly Value[]) =>
    values[Math.floor(random() * values.length)] as Value
  const amount = () => Math.floor(10 ** (random() * 12))
  return Array.from({ length: count }, (_, id) => ({
    user: {
      id,
      username: pick('salma', 'م.علي', null, ''),
      full_name: pick(
        'Salma Barakat',
        'محمد علي',
        ' ',
        '<b>Ada</b>',
        '{1} & "Co"',
        '$& $1',
        null,
        undefined,
      ),
      role: pick('employee', 'team_lead', 'super_admin', 'auditor' as never, null as never),
      manages_organization: pick(true, false, null, undefined),
      has_own_account: pick(true, false, undefined),
      has_consented: pick(true, null, undefined),
    },
    data: {
      risk_score: pick(random() * 100, random() * 130 - 20, 29.6, 30, 69.6, 70, 0, null, undefined),
      total_emails_scanned: pick(amount(), 0, null, undefined),
      phishing_emails_caught: pick(amount(), 0, 1, undefined),
      safe_emails: pick(amount(), 0, 1, null),
      recent_phishing_emails: pick([], null, undefined),
      mail_checks: pick('offered', null, undefined, 'later' as never),
      lists_messages: pick(true, undefined),
      explains_risk: pick(true, false, null),
    },
  }))
}
