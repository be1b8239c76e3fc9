import type { ThreatLevel } from '../../contract/emails/threat-level.ts'
import { dayMs } from '../core/clock.ts'
import type { Scan } from '../emails/scan.ts'
import { maliciousSamples, type Sample, safeSamples, suspiciousSamples } from './mail-samples.ts'
import type { Exposure } from './organizations.ts'
import type { Random } from './random.ts'

const samples = { safe: safeSamples, suspicious: suspiciousSamples, malicious: maliciousSamples }

/** Mails of the last 30 days that are not safe. */
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

const firstDay = Date.UTC(2024, 0, 1)
const recentDays = 30

/** A user's mail since 2024: an ordinary past, and a last month with the given exposure. */
export function createHistory(
  random: Random,
  recipient: string,
  exposure: Exposure,
  now: Date,
): Scan[] {
  const history: Scan[] = []
  const add = (threat_level: ThreatLevel, sample: Sample, time: number) =>
    history.push({
      ...reported[threat_level],
      ...sample,
      recipient,
      threat_level,
      received_at: new Date(time).toISOString(),
    })
  for (let day = firstDay; day < now.getTime(); day += dayMs) {
    const time = Math.min(day + random.next() * dayMs, now.getTime())
    const level = time > now.getTime() - recentDays * dayMs ? 'safe' : ordinaryLevel(random)
    add(level, random.pick(samples[level]), time)
  }
  for (const level of ['suspicious', 'malicious'] as const) {
    // In sequence, so that a user with several sees different samples.
    const wanted = recentThreats[exposure][level]
    for (const sample of samples[level].slice(0, wanted)) {
      add(level, sample, now.getTime() - (0.1 + random.next() * 14) * dayMs)
    }
  }
  return history
}

function ordinaryLevel(random: Random): ThreatLevel {
  const dice = random.next()
  if (dice < 0.01) return 'malicious'
  return dice < 0.04 ? 'suspicious' : 'safe'
}
