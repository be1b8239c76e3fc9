import type { ThreatLevel } from '../../contract/emails/threat-level.ts'
import { dayMs } from '../core/clock.ts'
import type { Database } from '../database/tables/tables.ts'
import { judgeMail } from '../emails/judged-mail.ts'
import { riskOfMail } from '../emails/keep-mail.ts'
import type { SentenceCode } from '../emails/sentences/kept-sentences.ts'
import type { Scan } from '../emails/verdict.ts'
import { endOfWeek, riskScore, weeksUntil } from '../risk/risk-score.ts'
import type { DemoWords, Exposure } from './accounts.ts'

type Sample = Pick<
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

/** A little more than charts show. */
const weeks = 26

/** The weeks that housekeeping would have kept, had the demo run all the time. */
export async function seedWeeks(
  database: Database,
  now: Date,
  organizationId: string,
  scans: readonly Scan[],
): Promise<void> {
  const ended = weeksUntil(now, weeks + 1).slice(0, -1)
  const [first] = ended
  if (first === undefined) return
  const since = endOfWeek(first)
  const users = await database
    .selectFrom('users')
    .innerJoin('scan_totals', 'user_id', 'id')
    .select(['id', 'email', 'risk_sum'])
    .where('organization_id', '=', organizationId)
    .execute()
  const idOf = new Map(users.map(({ id, email }) => [email, id]))
  const judged = scans.flatMap((scan) => {
    const userId = idOf.get(scan.recipient)
    const isDangerous = scan.threat_level !== 'safe'
    if (userId === undefined || !isDangerous || new Date(scan.received_at ?? now) < since) return []
    return [{ scan, userId }]
  })
  const mails = await judgeMail({ database, trustablePublicMail: [] }, organizationId, judged, now)
  const mailsOf = Map.groupBy(mails, ({ userId }) => userId)
  const rows = users.flatMap(({ id, risk_sum }) =>
    ended.map((week) => {
      const end = endOfWeek(week)
      const sum = (mailsOf.get(id) ?? [])
        .filter(({ receivedAt }) => receivedAt >= end)
        .reduce((rest, mail) => rest - riskOfMail(mail), risk_sum)
      const score = riskScore(Math.max(0, sum), end)
      return {
        user_id: id,
        week,
        score,
        organization_id: organizationId,
        organization_score: score,
      }
    }),
  )
  await database.insertInto('weekly_scores').values(rows).execute()
}

const samples = { safe: safeSamples, suspicious: suspiciousSamples, malicious: maliciousSamples }

/** Mails of the last four weeks that are not safe. */
const recentThreats: Record<Exposure, Record<'suspicious' | 'malicious', number>> = {
  calm: { suspicious: 1, malicious: 0 },
  watchful: { suspicious: 4, malicious: 2 },
  exposed: { suspicious: 5, malicious: 6 },
}

/** A gateway's report of such mail: how far its sender is proven, and what became of it. */
const reported = {
  safe: { authentication: { spf: 'pass', dkim: 'pass', dmarc: 'pass' }, disposition: 'delivered' },
  suspicious: {
    authentication: { spf: 'softfail', dkim: 'none', dmarc: 'none' },
    disposition: 'delivered',
  },
  malicious: {
    authentication: { spf: 'fail', dkim: 'none', dmarc: 'fail' },
    disposition: 'quarantined',
  },
} as const satisfies Record<ThreatLevel, Partial<Scan>>

/** Before these the judge was not asked. */
const judgedDays = 70
const firstDay = Date.UTC(2024, 0, 1)
const recentDays = 28
/** In an organization that is under attack now, they came at once. */
const attackDays = 5

interface Recipient {
  readonly email: string
  readonly exposure: Exposure
  readonly isAttacked: boolean
}

/** A user's mail since 2024: an ordinary past, and last weeks with the given exposure. */
export function createHistory(
  random: Random,
  { email: recipient, exposure, isAttacked }: Recipient,
  now: Date,
  { subjects }: Pick<DemoWords, 'subjects'>,
): Scan[] {
  const history: Scan[] = []
  const add = (threat_level: ThreatLevel, sample: Sample, time: number) =>
    history.push({
      ...reported[threat_level],
      ...sample,
      subject: subjects[sample.subject],
      recipient,
      threat_level,
      received_at: new Date(time).toISOString(),
      ...(time < now.getTime() - judgedDays * dayMs
        ? {}
        : { judge_level: threat_level === 'safe' ? 'safe' : 'suspicious' }),
    })
  const days = isAttacked ? attackDays : recentDays
  for (let day = firstDay; day < now.getTime(); day += dayMs) {
    const time = Math.min(day + random.next() * dayMs, now.getTime())
    const level = time > now.getTime() - days * dayMs ? 'safe' : ordinaryLevel(random)
    add(level, random.pick(samples[level]), time)
  }
  for (const level of ['suspicious', 'malicious'] as const) {
    // In sequence, so that a user with several sees different samples, and spread over these days.
    const wanted = samples[level].slice(0, recentThreats[exposure][level])
    for (const [position, sample] of wanted.entries()) {
      const age = ((position + random.next()) / wanted.length) * days
      add(level, sample, now.getTime() - (0.1 + age) * dayMs)
    }
  }
  return history
}

function ordinaryLevel(random: Random): ThreatLevel {
  const dice = random.next()
  if (dice < 0.01) return 'malicious'
  return dice < 0.04 ? 'suspicious' : 'safe'
}

/** Returns the same sequence every time, so that every demo looks the same. */
interface Random {
  /** From 0 up to but not including 1. */
  next(): number
  /** An integer, both ends included. */
  between(smallest: number, largest: number): number
  pick<Item>(items: readonly [Item, ...Item[]]): Item
}

/** Mulberry32: small, fast, and uniform enough for a demo. */
export function createRandom(seed: number): Random {
  let state = seed
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (smallest: number, largest: number) =>
    smallest + Math.floor(next() * (largest - smallest + 1))
  return {
    next,
    between,
    pick: (items) => items[between(0, items.length - 1)] ?? items[0],
  }
}
