// Purpose: receipts, and what scanned mail costs.
// May import: core, database, http, audit.
// Start reading: generate-receipt.ts.

export { generateReceipt } from './generate-receipt.ts'
export { costOfMonths } from './issue-receipt.ts'
export { listReceipts } from './list-receipts.ts'
export { renewReceiptLink } from './renew-receipt-link.ts'
