// What it is for: receipts, and what scanned mail costs.
// What it may import: core, database, http, audit.
// Where to start reading: generate-receipt.ts.

export { costOfMonths } from './cost-of-months.ts'
export { generateReceipt } from './generate-receipt.ts'
export { listReceipts } from './list-receipts.ts'
export { renewReceiptLink } from './renew-receipt-link.ts'
