import type { Scan } from '../emails/scan.ts'
import type { SentenceCode } from '../emails/sentences/kept-sentences.ts'
import type { DemoWords } from './accounts.ts'

export type Sample = Pick<
  Scan,
  'sender' | 'detection_reason' | 'indicators' | 'authentication' | 'disposition'
> & { readonly subject: keyof DemoWords['subjects'] }

/** A finding by its code. */
const code = (name: SentenceCode) => ({ code: name })

type Samples = readonly [Sample, ...Sample[]]

function safe(sender: string, subject: Sample['subject']): Sample {
  return { sender, subject, detection_reason: '', indicators: [] }
}

/** Mail of an ordinary day. */
export const safeSamples: Samples = [
  safe('newsletter@marketwatch.example', 'marketSummary'),
  safe('noreply@calendar.example', 'weeklyPlanning'),
  safe('orders@office-supplies.example', 'orderShipped'),
  safe('hr@payroll-partner.example', 'payslip'),
  safe('support@cloud-tools.example', 'ticketAnswered'),
  safe('office@chamber.example', 'circular'),
  safe('billing@telecom.example', 'invoiceReady'),
  safe('training@learning.example', 'courseReminder'),
]

export const suspiciousSamples: Samples = [
  {
    sender: 'parcel@delivery-notice.example',
    subject: 'parcel',
    detection_reason: code('parcel'),
    // A red flag holds it back from those who added one.
    disposition: 'quarantined',
    indicators: [code('new_domain'), code('shortened_link')],
  },
  {
    sender: 'no-reply@docs-share.example',
    subject: 'sharedDocument',
    detection_reason: code('fileShare'),
    indicators: [code('other_link_target'), code('workPassword'), code('unproven_sender')],
  },
  {
    sender: 'events@fintech-forum.example',
    subject: 'speakers',
    detection_reason: code('registration'),
    // A user trusts it, which counts where the sender is proven.
    authentication: { spf: 'pass', dkim: 'pass', dmarc: 'pass' },
    indicators: [code('urgentWording')],
  },
  {
    sender: 'procurement@supplier-desk.example',
    subject: 'priceList',
    detection_reason: code('newAttachment'),
    indicators: [code('firstContact'), code('encrypted_archive')],
  },
  {
    sender: 'voicemail@phone-service.example',
    subject: 'voiceMessage',
    detection_reason: code('voiceMessage'),
    indicators: [code('harmful_file_type'), code('script'), code('noTelephone')],
  },
]

export const maliciousSamples: Samples = [
  {
    sender: 'ceo@olive-branch-finance.example',
    subject: 'transfer',
    detection_reason: code('ceoFraud'),
    indicators: [
      code('display_name_spoof'),
      code('look_alike_link'),
      code('reply_elsewhere'),
      code('paymentRequest'),
      code('secrecy'),
    ],
  },
  {
    sender: 'security@account-verify.example',
    subject: 'mailboxClosed',
    detection_reason: code('copiedSignIn'),
    indicators: [
      code('known_phishing_page'),
      code('phishing_domain'),
      code('urgentWording'),
      code('unauthorized_server'),
    ],
  },
  {
    sender: 'invoice@accounts-payable.example',
    subject: 'overdueInvoice',
    detection_reason: code('macro'),
    indicators: [code('suspicious_macros'), code('download'), code('known_virus')],
  },
  {
    sender: 'payments@bank-update.example',
    subject: 'bankDetails',
    detection_reason: code('bankDetails'),
    indicators: [code('fraud_address'), code('fake_reply'), code('unproven_sender')],
  },
  {
    sender: 'it-desk@helpdesk-portal.example',
    subject: 'secondFactor',
    detection_reason: code('oneTimeCode'),
    indicators: [
      code('asksForCode'),
      code('bare_number_link'),
      code('new_domain'),
      code('logo'),
      code('unauthorized_server'),
      code('sender_domain_denies'),
    ],
  },
  {
    sender: 'refund@tax-office.example',
    subject: 'taxRefund',
    detection_reason: code('authority'),
    indicators: [code('cardDetails')],
  },
]
