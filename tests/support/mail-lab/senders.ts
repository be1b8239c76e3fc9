import type { Sender } from '../../../tools/mail-lab/senders.ts'

/** Firms on the made-up internet of the tests. */
export const senders = {
  /** Signs its mail, and is what it says. */
  supplier: { domain: 'cedar-supplies.example', address: '203.0.113.10', proves: true },
  /** Its domain in Unicode is bücher.example. */
  bookshop: { domain: 'xn--bcher-kva.example', address: '203.0.113.30', proves: true },
  /** Nothing proves who it is. */
  lookalike: { domain: 'olive-branch-verify.example', address: '198.51.100.70', proves: false },
  /** On a list of domains that are used for phishing; it signs its mail all the same. */
  phisher: {
    domain: 'quick-parcel.example',
    address: '198.51.100.67',
    proves: true,
    listed: '127.0.1.4',
  },
} as const satisfies Record<string, Sender>
