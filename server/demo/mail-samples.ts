import type { Scan } from '../emails/scan.ts'
import type { SentenceCode } from '../emails/sentences/sentence-words.ts'

export type Sample = Pick<
  Scan,
  'sender' | 'subject' | 'detection_reason' | 'indicators' | 'authentication' | 'disposition'
>

/** A finding by its code. */
const code = (name: SentenceCode) => ({ code: name })

type Samples = readonly [Sample, ...Sample[]]

function safe(sender: string, subject: string): Sample {
  return { sender, subject, detection_reason: '', indicators: [] }
}

/** Mail of an ordinary day. */
export const safeSamples: Samples = [
  safe('newsletter@marketwatch.example', 'Your morning market summary'),
  safe('noreply@calendar.example', 'Invitation: weekly planning'),
  safe('orders@office-supplies.example', 'Your order has been shipped'),
  safe('hr@payroll-partner.example', 'Payslip for this month'),
  safe('support@cloud-tools.example', 'Your ticket has been answered'),
  safe('office@chamber.example', 'Circular for members'),
  safe('billing@telecom.example', 'Your invoice is ready'),
  safe('training@learning.example', 'Course reminder: customer data'),
]

export const suspiciousSamples: Samples = [
  {
    sender: 'parcel@delivery-notice.example',
    subject: 'Your parcel is waiting: confirm your address',
    detection_reason: code('parcel'),
    // A red flag holds it back from those who added one.
    disposition: 'quarantined',
    indicators: [code('new_domain'), code('shortened_link')],
  },
  {
    sender: 'no-reply@docs-share.example',
    subject: 'A document was shared with you',
    detection_reason: code('fileShare'),
    indicators: [code('other_link_target'), code('workPassword'), code('unproven_sender')],
  },
  {
    sender: 'events@fintech-forum.example',
    subject: 'Last seats: speaker registration',
    detection_reason: code('registration'),
    // A user trusts it, which counts where the sender is proven.
    authentication: { spf: 'pass', dkim: 'pass', dmarc: 'pass' },
    indicators: [code('urgentWording')],
  },
  {
    sender: 'procurement@supplier-desk.example',
    subject: 'Updated price list attached',
    detection_reason: code('newAttachment'),
    indicators: [code('firstContact'), code('encrypted_archive')],
  },
  {
    sender: 'voicemail@phone-service.example',
    subject: 'New voice message (0:42)',
    detection_reason: code('voiceMessage'),
    indicators: [code('harmful_file_type'), code('script'), code('noTelephone')],
  },
]

export const maliciousSamples: Samples = [
  {
    sender: 'ceo@olive-branch-finance.example',
    subject: 'Confidential transfer before noon',
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
    subject: 'Your mailbox will be closed today',
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
    subject: 'Overdue invoice 20418',
    detection_reason: code('macro'),
    indicators: [code('suspicious_macros'), code('download'), code('known_virus')],
  },
  {
    sender: 'payments@bank-update.example',
    subject: 'New bank details of your supplier',
    detection_reason: code('bankDetails'),
    indicators: [code('fraud_address'), code('fake_reply'), code('unproven_sender')],
  },
  {
    sender: 'it-desk@helpdesk-portal.example',
    subject: 'Action needed: confirm your second factor',
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
    subject: 'Your tax refund of 184.00 JOD',
    detection_reason: code('authority'),
    indicators: [code('cardDetails')],
  },
]
