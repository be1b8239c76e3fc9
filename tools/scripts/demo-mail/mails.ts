import type { ComposedMail, Sender } from '../../mail-lab/senders.ts'

/** The domain of the demo's organization, whose mail it takes. */
export const domain = 'olivebranch.example'
const salma = `employee@${domain}`
const rami = `lead@${domain}`

export const senders = {
  supplier: { domain: 'cedar-supplies.example', address: '203.0.113.10', proves: true },
  newsletter: { domain: 'market-letter.example', address: '203.0.113.11', proves: true },
  itself: { domain, address: '203.0.113.20', proves: true },
  lookalike: { domain: 'olive-branch-verify.example', address: '198.51.100.70', proves: false },
  phisher: {
    domain: 'quick-parcel.example',
    address: '198.51.100.67',
    proves: false,
    listed: '127.0.1.4',
  },
  mailbox: { domain: 'mailbox-free.example', address: '198.51.100.68', proves: false },
} as const satisfies Record<string, Sender>

export interface DemoMail {
  readonly sender: Sender
  readonly mail: ComposedMail
}

/** The one to try a red flag on. */
export const repeated: DemoMail = {
  sender: senders.lookalike,
  mail: {
    from: 'Olive Branch Security <alert@olive-branch-verify.example>',
    to: [salma],
    subject: 'Your mailbox is almost full',
    html: '<p>Dear user, free space now or lose new mail: <a href="http://olive-branch-verify.example/quota">https://mail.olivebranch.example/quota</a></p>',
  },
}

/** A dozen, honest and dangerous in turn. */
export const mails: readonly DemoMail[] = [
  {
    sender: senders.supplier,
    mail: {
      from: 'Layla Haddad <layla@cedar-supplies.example>',
      to: [salma, rami],
      subject: 'Delivery of the new desks on Tuesday',
      text: 'Dear Salma, dear Rami,\n\nthe twelve desks arrive on Tuesday between nine and eleven. Please keep the lift free.\n\nLayla',
    },
  },
  {
    sender: senders.lookalike,
    mail: {
      from: 'Olive Branch Bank <alert@olive-branch-verify.example>',
      to: [salma],
      subject: 'Your account will be closed today',
      html: '<p>We saw unusual activity. Confirm your password: <a href="http://olive-branch-verify.example/login">https://www.olivebranch.example/login</a></p>',
    },
  },
  {
    // rspamd alone lets it through; the judge marks it.
    sender: senders.lookalike,
    mail: {
      from: 'Account Security <alert@olive-branch-verify.example>',
      to: [salma],
      subject: 'URGENT: confirm your password today',
      html: '<p>Dear user, your account will be SUSPENDED within 24 hours! Confirm your password now to avoid loss: <a href="https://olive-branch-verify.example/verify">Sign in and verify</a></p>',
    },
  },
  {
    sender: senders.newsletter,
    mail: {
      from: 'Market Letter <news@market-letter.example>',
      to: [salma],
      subject: 'The dinar this week',
      text: 'Good morning. The dinar was stable this week; the next issue comes on Monday.',
    },
  },
  {
    sender: senders.phisher,
    mail: {
      from: 'Quick Parcel <parcel@quick-parcel.example>',
      to: [salma, rami],
      subject: 'Your parcel is waiting for customs',
      html: '<p>Pay 1.90 JOD for your parcel: <a href="http://quick-parcel.example/pay">continue</a></p>',
      text: 'Pay 1.90 JOD for your parcel: http://quick-parcel.example/pay',
    },
  },
  {
    sender: senders.supplier,
    mail: {
      from: 'Layla Haddad <layla@cedar-supplies.example>',
      to: [salma],
      subject: 'عرض الأسعار لشهر آذار',
      text: 'عزيزتي سلمى،\n\nأرفقنا عرض الأسعار كما اتفقنا في المكالمة.\n\nمع التحية\nليلى',
    },
  },
  {
    sender: senders.mailbox,
    mail: {
      from: '"Huda Mansour" <huda.mansour.office@mailbox-free.example>',
      to: [rami],
      replyTo: 'transfers@quick-parcel.example',
      subject: 'Urgent: a payment before noon',
      text: 'Rami, I am in a meeting and cannot call. Please prepare a transfer of 8,400 JOD now and answer me here.',
    },
  },
  {
    sender: senders.lookalike,
    mail: {
      from: 'Accounts <billing@olive-branch-verify.example>',
      to: [salma],
      subject: 'Invoice 20418 is overdue',
      text: 'Please open the attached invoice.',
      attachments: [{ filename: 'invoice-20418.pdf.exe', content: `MZ${'\0'.repeat(2000)}` }],
    },
  },
  {
    sender: senders.lookalike,
    mail: {
      from: `IT Support <it@${domain}>`,
      to: [salma, rami],
      subject: 'New password rules from today',
      text: 'Everyone has to sign in again today: http://olive-branch-verify.example/sso',
    },
  },
  {
    sender: senders.newsletter,
    mail: {
      from: 'Market Letter <news@market-letter.example>',
      to: [rami],
      subject: 'Rates for March',
      text: 'The rates for March are on our site. You get this letter because you subscribed to it.',
    },
  },
  {
    sender: senders.mailbox,
    mail: {
      from: '"security@olive-bank.example" <x7719@mailbox-free.example>',
      to: [salma],
      subject: 'Your card was blocked',
      text: 'Your card was blocked. Answer with your card number to unlock it.',
    },
  },
  {
    sender: senders.itself,
    mail: {
      from: `Rami Darwish <${rami}>`,
      to: [salma],
      subject: 'Lunch on Thursday',
      text: 'Hello Salma,\n\nshall we meet at half past twelve?\n\nRami',
    },
  },
  repeated,
]
