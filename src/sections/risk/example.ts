import type { RiskMail, RiskReasons } from '../../lib/risk/risk-reasons.ts'

const keptOut = { threat_level: 'malicious', is_delivered: false, points_received: 10 } as const
const delivered = { threat_level: 'suspicious', is_delivered: true, points_received: 3 } as const

/** From the one that counts most; a test holds that the server counts the same. */
const mails: readonly Omit<RiskMail, 'id' | 'received_at' | 'sender_domain'>[] = [
  { ...keptOut, points: 9.3 },
  { ...keptOut, points: 7.6 },
  { ...keptOut, points: 5.9 },
  { ...delivered, points: 2.7 },
]

/**
 * The parts of a made-up risk score, with mail from these senders. It has no dates, which would
 * age.
 */
export function exampleRisk(senders: readonly string[]): RiskReasons {
  return {
    risk_score: 66.04,
    points: 27,
    mails: mails.map((mail, index) => ({
      ...mail,
      id: String(index),
      received_at: '',
      sender_domain: senders[index] ?? '',
    })),
    other_mail: { mail_count: 4, points: 1.5 },
    weeks: [],
    weeks_since: null,
    forecast: [{ band: 'low', days: 48 }],
    repeated_sender: null,
    is_mail_check_offered: false,
  }
}
