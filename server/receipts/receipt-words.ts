import type { ByLocale } from '../core/locale.ts'
import type { Organizations } from '../database/tables.ts'

interface ReceiptWords {
  readonly direction: 'ltr' | 'rtl'
  readonly receipt: string
  readonly supplement: string
  readonly organization: string
  readonly industry: string
  readonly industries: Readonly<Record<Organizations['industry'], string>>
  readonly period: string
  readonly issued: string
  readonly what: string
  readonly scans: string
  readonly perScan: string
  readonly amount: string
  readonly emailScans: string
  readonly total: string
  readonly notAnInvoice: string
  readonly rate: (rate: string) => string
  readonly addsTo: (period: string) => string
  readonly scansOf: (scans: string) => string
  readonly closedLink: string
  readonly closedLinkHint: string
}

/** What a receipt says, in the language of its reader. */
export const receiptWords: ByLocale<ReceiptWords> = {
  en: {
    direction: 'ltr',
    receipt: 'Receipt',
    supplement: 'Supplement',
    organization: 'Organization',
    industry: 'Industry',
    industries: {
      finance: 'Finance',
      health_tech: 'Health tech',
      insurance: 'Insurance',
      other: 'Other',
    },
    period: 'Period',
    issued: 'Issued',
    what: 'What',
    scans: 'Scans',
    perScan: 'Per scan',
    amount: 'Amount',
    emailScans: 'Email scans',
    total: 'Total',
    notAnInvoice: 'This is a receipt, not a tax invoice.',
    rate: (rate) => `${rate} per email scan. Months begin and end at midnight UTC.`,
    addsTo: (period) =>
      `This supplement bills email of ${period} that was reported after these were issued. Their scans are not billed again:`,
    scansOf: (scans) => `${scans} scans`,
    closedLink: 'This link does not open',
    closedLinkHint:
      'Links to receipts work for a short while only, and only complete. Generate the receipt again on the admin dashboard: its number and its figures stay the same.',
  },
}
