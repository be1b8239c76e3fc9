import type { ReportedSymbol, RspamdReport } from '../../../contract/gateways/take-rspamd-report.ts'

/** A report as rspamd's exporter sends it; a test says what matters. */
export function makeReport(
  overrides: Partial<Record<keyof RspamdReport, unknown>> = {},
): Record<string, unknown> {
  return {
    action: 'no action',
    symbols: [],
    rcpt: [],
    from: 'someone@sender.example',
    header_from: ['Some One <someone@sender.example>'],
    subject: 'A subject',
    header_subject: ['A subject'],
    message_id: 'id-1@sender.example',
    qid: 'Q1',
    user: 'unknown',
    score: 1.5,
    ip: '198.51.100.7',
    fuzzy: [],
    scan_time: 20,
    rspamd_server: 'mx',
    header_date: ['Sat, 21 Nov 2026 17:30:51 +0000'],
    header_to: ['rania@firm.example'],
    ...overrides,
  }
}

export function makeSymbol(name: string, overrides: Partial<ReportedSymbol> = {}): ReportedSymbol {
  return { name, score: 1, group: '', options: [], ...overrides }
}

/** DMARC passed for the sender of `makeReport`. */
export const dmarcPassed = makeSymbol('DMARC_POLICY_ALLOW', {
  score: -0.5,
  group: 'policies',
  options: ['sender.example', 'reject'],
})
