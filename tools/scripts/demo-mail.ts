import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connectionFiles } from '../../server/gateways/rspamd/files/connection-files.ts'
import { startMailLab } from '../mail-lab/lab.ts'
import { findMailPrograms } from '../mail-lab/programs.ts'
import { type ComposedMail, makeInternet, type Sender } from '../mail-lab/senders.ts'
import { issueKey, startDemo, stopSignal } from './start-demo.ts'

/** The domain of the demo's organization, whose mail it takes. */
const domain = 'olivebranch.example'
const salma = `employee@${domain}`
const rami = `lead@${domain}`

const senders = {
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

interface DemoMail {
  readonly sender: Sender
  readonly mail: ComposedMail
}

/** The one to try a red flag on. */
const repeated: DemoMail = {
  sender: senders.lookalike,
  mail: {
    from: 'Olive Branch Security <alert@olive-branch-verify.example>',
    to: [salma],
    subject: 'Your mailbox is almost full',
    html: '<p>Dear user, free space now or lose new mail: <a href="http://olive-branch-verify.example/quota">https://mail.olivebranch.example/quota</a></p>',
  },
}

/** A dozen, honest and dangerous in turn. */
const mails: readonly DemoMail[] = [
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

/*
 * npm run demo:mail -- [--pause 1.5]: the demo with real mail. Postfix and rspamd of this machine run beside it on
 * loopback, made-up mails come in by SMTP, and a red flag stops the next one. Everything ends with it.
 */

const repeatMs = 8000
/** The printed files look at flags less often. */
const pollSeconds = 1

const { values } = parseArgs({ options: { pause: { type: 'string', default: '1.5' } } })
/** Between two mails. */
const pauseMs = Number(values.pause) * 1000

const programs = findMailPrograms()
if ('missing' in programs) {
  console.error(`npm run demo:mail needs Postfix and rspamd. ${programs.missing}`)
  process.exit(1)
}

const stopping = stopSignal()

try {
  await using demo = await startDemo(stopping)
  console.log(demo.banner)
  console.log('\nStarting Postfix and rspamd …')
  const files = connectionFiles({
    provider: 'postfix-rspamd',
    origin: demo.url,
    reportKey: await issueKey(demo, 'report'),
    flagsKey: await issueKey(demo, 'flags'),
    analyseKey: await issueKey(demo, 'analyse'),
  })
  const internet = makeInternet(Object.values(senders))
  await using lab = await startMailLab({
    programs,
    zone: internet.zone,
    domains: [domain],
    rspamdFiles: Object.fromEntries(
      files
        .filter(({ path }) => path.startsWith('/etc/rspamd/'))
        .map(({ path, text }) => [
          path.replace('/etc/rspamd/', ''),
          text.replaceAll(/\bpoll = \d+/g, `poll = ${pollSeconds}`),
        ]),
    ),
    postfixLines: files.find(({ name }) => name === 'main.cf')?.text ?? '',
  })
  const send = async ({ sender, mail }: (typeof mails)[number]) => {
    const { envelope, message } = await internet.compose(sender, mail)
    const { code, text } = await lab.deliver(envelope, message)
    console.log(`${code} ${text.padEnd(40).slice(0, 40)} ${mail.to.join(', ')}: ${mail.subject}`)
  }
  console.log(`Postfix takes mail to …@${domain} at 127.0.0.1:${lab.smtpPort}

Sign in at ${demo.url}/login as employee, and watch the mails arrive (reload the dashboard).
`)
  for (const mail of mails) {
    await send(mail)
    await setTimeout(pauseMs, undefined, { signal: stopping })
  }
  console.log(`
Now stop one at SMTP: on the employee's dashboard open Flags, and add a red flag for
  ${repeated.sender.domain}
Within ${4 * pollSeconds + 1} seconds the next mail from there is answered with 554.
${process.stdin.isTTY ? 'Press Enter for the next mail, Ctrl-C to end everything.' : 'It is sent again and again.'}
`)
  const lines = createInterface({ input: process.stdin })
  for (;;) {
    if (process.stdin.isTTY) await once(lines, 'line', { signal: stopping })
    else
      await setTimeout(Math.min(repeatMs, 5 * pauseMs + 200), undefined, {
        signal: stopping,
      })
    await send(repeated)
  }
} catch (cause) {
  if (!stopping.aborted) throw cause
}
console.log('Everything has ended.')
process.exit(0)
