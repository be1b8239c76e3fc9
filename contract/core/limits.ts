/** The most rows of one page of a list. */
export const pageSize = 500

/**
 * Limits that the specification leaves open (R376). Lengths are in Unicode code points: an emoji is
 * one, or several if it is a sequence.
 */
export const limits = {
  id: 120,
  name: 120,
  email: 254,
  aliases: 50,
  externalId: 500,
  scimPage: 200,
  usersAtOnce: 500,
  importedRows: 100,
  invitedRows: 100,
  proposedDomains: 10,
  importBytes: 1_000_000,
  password: { shortest: 12, longest: 128 },
  flagValue: 254,
  flagReason: 500,
  flagsAtOnce: 1000,
  sendersAtOnce: 100,
  supportSubject: 200,
  supportDescription: 5000,
  phone: 40,
  address: 300,
  website: 300,
  employeeCount: 10_000_000,
  factors: 10,
  factorName: 60,
  code: 40,
  challenge: 100,
  destination: 1000,
  issuer: 300,
  clientId: 200,
  clientSecret: 500,
  keyFile: 8000,
  subject: 255,
  credential: 8000,
  pageSize,
  search: 120,
  searchResults: 6,
  exportedEntries: 100_000,
  cursor: 8000,
  time: 40,
  senderHistory: 1000,
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
  /**
   * The limit of a mail made from an Outlook file, whose attachments grow by more than a third in
   * base64.
   */
  convertedMailBytes: 14_000_000,
  checkedText: 20_000,
  analysedMailBytes: 25 * 1024 * 1024,
  reportNote: 1000,
  webhooks: 20,
  webhookUrl: 1000,
  networks: 500,
  coveredOrganizations: 1000,
} as const
