import type { Scan } from '../../contract/endpoints/scans.ts'

export type Sample = Pick<Scan, 'sender' | 'subject' | 'detection_reason' | 'indicators'>
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
    detection_reason: 'A delivery notice from a domain that no carrier uses',
    indicators: ['Sender domain registered 9 days ago', 'Shortened link'],
  },
  {
    sender: 'no-reply@docs-share.example',
    subject: 'A document was shared with you',
    detection_reason: 'A file share that leads to a sign-in form',
    indicators: ['Link text and target differ', 'Form asks for a work password', 'Unknown sender'],
  },
  {
    sender: 'events@fintech-forum.example',
    subject: 'Last seats: speaker registration',
    detection_reason: 'Unusual pressure to register and pay',
    indicators: ['Urgent wording'],
  },
  {
    sender: 'procurement@supplier-desk.example',
    subject: 'Updated price list attached',
    detection_reason: 'An attachment of a kind that this sender never sent before',
    indicators: ['First contact from this domain', 'Password-protected archive'],
  },
  {
    sender: 'voicemail@phone-service.example',
    subject: 'New voice message (0:42)',
    detection_reason: 'A voice message that is an HTML file',
    indicators: ['HTML attachment', 'Script in attachment', 'No such telephone service in use'],
  },
]

export const maliciousSamples: Samples = [
  {
    sender: 'ceo@olive-branch-finance.example',
    subject: 'Confidential transfer before noon',
    detection_reason: 'CEO fraud: the sender pretends to be an executive and asks for a payment',
    indicators: [
      'Display name of an executive',
      'Look-alike domain',
      'Reply-to differs from sender',
      'Payment request',
      'Asks for secrecy',
    ],
  },
  {
    sender: 'security@account-verify.example',
    subject: 'Your mailbox will be closed today',
    detection_reason: 'Credential phishing: a copy of a known sign-in page',
    indicators: ['Copied sign-in page', 'Domain on a blocklist', 'Urgent wording', 'SPF failed'],
  },
  {
    sender: 'invoice@accounts-payable.example',
    subject: 'Overdue invoice 20418',
    detection_reason: 'Malware: the attachment runs a macro that downloads a program',
    indicators: ['Macro in attachment', 'Download on opening', 'Known malicious file'],
  },
  {
    sender: 'payments@bank-update.example',
    subject: 'New bank details of your supplier',
    detection_reason: 'Payment scam: bank details changed by mail',
    indicators: ['Bank details in text', 'Thread that was never started', 'DKIM missing'],
  },
  {
    sender: 'it-desk@helpdesk-portal.example',
    subject: 'Action needed: confirm your second factor',
    detection_reason: 'Credential phishing: asks for a one-time code',
    indicators: [
      'Asks for a one-time code',
      'Link to a bare IP address',
      'Sender domain registered 2 days ago',
      'Look-alike logo',
      'SPF failed',
      'DMARC failed',
    ],
  },
  {
    sender: 'refund@tax-office.example',
    subject: 'Your tax refund of 184.00 JOD',
    detection_reason: 'Impersonates an authority and asks for card details',
    indicators: ['Asks for card details'],
  },
]
