// Purpose: receipts, and what scanned mail costs.
// May import: core, database, http, audit.
// Start reading: generate-receipt.ts.

export { generateReceipt, listReceipts } from './generate-receipt.ts'
export { costOfMonths } from './issue-receipt.ts'
export { renewReceiptLink } from './open-receipt.ts'
