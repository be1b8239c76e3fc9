import type { RiskReasons } from '../../lib/risk/risk-reasons.ts'

type Mail = RiskReasons['mails'][number]

/** From the newest mail to the oldest; points as the server counts them. */
const mails: readonly Omit<Mail, 'sender_domain'>[] = [
  mail('malicious', false, 10, 9.3),
  mail('malicious', false, 10, 7.6),
  mail('malicious', false, 10, 5.9),
  mail('suspicious', true, 3, 2.7),
]

function mail(level: Mail['threat_level'], isDelivered: boolean, received: number, now: number) {
  return {
    id: '',
    received_at: '',
    threat_level: level,
    is_delivered: isDelivered,
    points_received: received,
    points: now,
  }
}

/** What makes up a made-up risk score, with mail from these senders. */
export function exampleRisk(senders: readonly string[]): RiskReasons {
  return {
    risk_score: 66.04,
    points: 27,
    mails: mails.map((each, index) => ({ ...each, sender_domain: senders[index] ?? '' })),
    other_mail: { mail_count: 4, points: 1.5 },
    weeks: [],
    weeks_since: null,
    forecast: [{ band: 'low', days: 48 }],
    repeated_sender: null,
    is_mail_check_offered: true,
  }
}
