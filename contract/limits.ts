/**
 * Limits that the specification leaves open (R376). Lengths are in Unicode code points: an emoji is
 * one, or several if it is a sequence.
 */
export const limits = {
  id: 120,
  name: 120,
  email: 254,
  aliases: 50,
  usersAtOnce: 500,
  importedRows: 100,
  importBytes: 1_000_000,
  password: { shortest: 12, longest: 128 },
  flagValue: 254,
  flagReason: 500,
  supportSubject: 200,
  supportDescription: 5000,
  phone: 40,
  address: 300,
  website: 300,
  employeeCount: 10_000_000,
  pageSize: 500,
  search: 120,
  cursor: 8000,
  locale: 35,
  bodyBytes: 64_000,
  scanBatchBytes: 1_000_000,
  scanBatch: 100,
  mailSubject: 1000,
  detectionReason: 1000,
  indicator: 200,
  indicators: 50,
  messageId: 998,
  rspamdReportBytes: 1_000_000,
  /** Postfix takes as many in one transaction by default. */
  reportRecipients: 1000,
  checkedMailBytes: 10_000_000,
  reportNote: 1000,
} as const
