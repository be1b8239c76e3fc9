import { type ByLocale, pluralIn } from '../core/locale.ts'
import type { Organizations } from '../database/tables/tables.ts'

interface ReceiptWords {
  readonly receipt: string
  readonly supplement: string
  readonly organization: string
  readonly industry: string
  readonly industries: Readonly<Record<Organizations['industry'], string>>
  readonly period: string
  readonly issued: string
  /** How a day is written; the short form of Arabic holds direction marks. */
  readonly dayStyle: 'medium' | 'long'
  readonly what: string
  readonly scans: string
  readonly perScan: string
  readonly amount: string
  readonly emailScans: string
  readonly total: string
  readonly notAnInvoice: string
  readonly rate: (rate: string) => string
  readonly addsTo: (period: string) => string
  readonly scansOf: (scans: number) => string
  readonly closedLink: string
  readonly closedLinkHint: string
  readonly issuedMessage: (name: string, number: string, period: string, cost: string) => string
}

/** What a receipt says, in the language of its reader. */
export const receiptWords: ByLocale<ReceiptWords> = {
  en: {
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
    dayStyle: 'medium',
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
    scansOf: (scans) => pluralIn('en', scans, { one: '{count} scan', other: '{count} scans' }),
    closedLink: 'This link does not open',
    closedLinkHint:
      'Links to receipts work for a short while only, and only complete. Generate the receipt again on the admin dashboard: its number and its figures stay the same.',
    issuedMessage: (name, number, period, cost) => `${name} ${number} for ${period}: ${cost}`,
  },
  ar: {
    receipt: 'إيصال',
    supplement: 'إيصال تكميلي',
    organization: 'المؤسسة',
    industry: 'القطاع',
    industries: {
      finance: 'المالية',
      health_tech: 'التقنية الصحية',
      insurance: 'التأمين',
      other: 'قطاع آخر',
    },
    period: 'الفترة',
    issued: 'تاريخ الإصدار',
    dayStyle: 'long',
    what: 'البيان',
    scans: 'الرسائل المفحوصة',
    perScan: 'سعر الفحص',
    amount: 'المبلغ',
    emailScans: 'فحص البريد الإلكتروني',
    total: 'الإجمالي',
    notAnInvoice: 'هذا إيصال وليس فاتورة ضريبية.',
    rate: (rate) =>
      `${rate} لكل رسالة مفحوصة. يبدأ الشهر وينتهي عند منتصف الليل بالتوقيت العالمي المنسق.`,
    addsTo: (period) =>
      `يشمل هذا الإيصال التكميلي رسائل ${period} التي وردت تقاريرها بعد إصدار الإيصالات الآتية. لا تُحتسب الرسائل المفحوصة فيها مرة أخرى:`,
    scansOf: (scans) =>
      pluralIn('ar', scans, {
        zero: 'لا رسائل مفحوصة',
        one: 'رسالة مفحوصة واحدة',
        two: 'رسالتان مفحوصتان',
        few: '{count} رسائل مفحوصة',
        many: '{count} رسالة مفحوصة',
        other: '{count} رسالة مفحوصة',
      }),
    closedLink: 'تعذّر فتح هذا الرابط',
    closedLinkHint:
      'تعمل روابط الإيصالات لفترة قصيرة فقط، ويجب أن يكون الرابط كاملًا. يمكن إصدار الإيصال مجددًا من لوحة الإدارة: يبقى رقمه ومبالغه كما هي.',
    issuedMessage: (name, number, period, cost) => `${name} ${number} عن ${period}: ${cost}`,
  },
}
