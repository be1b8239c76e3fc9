import { findings } from '../../contract/emails/findings.ts'
import type { Scan } from '../../contract/emails/scans.ts'
import { sampleWords } from './sample-words.ts'

export type Sample = Pick<Scan, 'sender' | 'subject' | 'detection_reason' | 'indicators'>
const words = sampleWords.en

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
    detection_reason: words.parcel,
    indicators: [findings.new_domain, findings.shortened_link],
  },
  {
    sender: 'no-reply@docs-share.example',
    subject: 'A document was shared with you',
    detection_reason: words.fileShare,
    indicators: [findings.other_link_target, words.workPassword, findings.unproven_sender],
  },
  {
    sender: 'events@fintech-forum.example',
    subject: 'Last seats: speaker registration',
    detection_reason: words.registration,
    indicators: [words.urgentWording],
  },
  {
    sender: 'procurement@supplier-desk.example',
    subject: 'Updated price list attached',
    detection_reason: words.newAttachment,
    indicators: [words.firstContact, findings.encrypted_archive],
  },
  {
    sender: 'voicemail@phone-service.example',
    subject: 'New voice message (0:42)',
    detection_reason: words.voiceMessage,
    indicators: [findings.harmful_file_type, words.script, words.noTelephone],
  },
]

export const maliciousSamples: Samples = [
  {
    sender: 'ceo@olive-branch-finance.example',
    subject: 'Confidential transfer before noon',
    detection_reason: words.ceoFraud,
    indicators: [
      findings.display_name_spoof,
      findings.look_alike_link,
      findings.reply_elsewhere,
      words.paymentRequest,
      words.secrecy,
    ],
  },
  {
    sender: 'security@account-verify.example',
    subject: 'Your mailbox will be closed today',
    detection_reason: words.copiedSignIn,
    indicators: [
      findings.known_phishing_page,
      findings.phishing_domain,
      words.urgentWording,
      findings.unauthorized_server,
    ],
  },
  {
    sender: 'invoice@accounts-payable.example',
    subject: 'Overdue invoice 20418',
    detection_reason: words.macro,
    indicators: [findings.suspicious_macros, words.download, findings.known_virus],
  },
  {
    sender: 'payments@bank-update.example',
    subject: 'New bank details of your supplier',
    detection_reason: words.bankDetails,
    indicators: [findings.fraud_address, findings.fake_reply, findings.unproven_sender],
  },
  {
    sender: 'it-desk@helpdesk-portal.example',
    subject: 'Action needed: confirm your second factor',
    detection_reason: words.oneTimeCode,
    indicators: [
      words.asksForCode,
      findings.bare_number_link,
      findings.new_domain,
      words.logo,
      findings.unauthorized_server,
      findings.sender_domain_denies,
    ],
  },
  {
    sender: 'refund@tax-office.example',
    subject: 'Your tax refund of 184.00 JOD',
    detection_reason: words.authority,
    indicators: [words.cardDetails],
  },
]
