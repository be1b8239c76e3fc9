import type { ThreatLevel } from '../../contract/emails/threat-level.ts'
import { dayMs } from '../core/clock.ts'
import type { Scan } from '../emails/scan.ts'
import { maliciousSamples, type Sample, safeSamples, suspiciousSamples } from './mail-samples.ts'
import type { Exposure } from './organizations.ts'
import type { Random } from './random.ts'
import type { DemoWords } from './words.ts'

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
