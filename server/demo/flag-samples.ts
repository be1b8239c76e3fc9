import type { Flags } from '../database/tables/tables.ts'

/** The red flag is on a domain that sends mail in the demo, so that it blocks some. */
export const flagSamples: readonly Pick<Flags, 'flag_type' | 'value' | 'reason'>[] = [
  { flag_type: 'green', value: 'payroll-partner.example', reason: 'Our payroll provider' },
  { flag_type: 'red', value: 'delivery-notice.example', reason: 'Fake parcels, again and again' },
  { flag_type: 'green', value: 'events@fintech-forum.example', reason: null },
  { flag_type: 'red', value: 'invoice@accounts-payable.example', reason: 'Not a supplier of ours' },
]
