import { useStore } from '@nanostores/react'
import { indicatorsOf, type Threat } from '../../../lib/employee.ts'
import { displayTime } from '../../../lib/format.ts'
import { $employeeMessages } from '../../../lib/messages/employee.ts'
import { Badge } from '../../../ui/Badge.tsx'
import styles from './ThreatItem.module.css'

const looks = {
  safe: { tone: 'safe', icon: 'safe' },
  suspicious: { tone: 'caution', icon: 'warning' },
  malicious: { tone: 'danger', icon: 'malicious' },
} as const

/** One mail that was judged: what it was, who sent it, how bad it is and why (R118-R128). */
export function ThreatItem({ threat }: { threat: Threat }) {
  const messages = useStore($employeeMessages)
  const level = threat.threat_level
  const levelLabels = {
    safe: messages.levelSafe,
    suspicious: messages.levelSuspicious,
    malicious: messages.levelMalicious,
  }
  const time = displayTime(threat.timestamp)
  const indicators = indicatorsOf(threat)
  return (
    <li className={styles.threat} data-level={level}>
      <div className={styles.head}>
        <Badge {...looks[level]} label={levelLabels[level]} />
        <time className={styles.time} dateTime={time.machine}>
          {time.text}
        </time>
      </div>
      <h3 className={styles.subject} data-kept={threat.email_subject !== ''}>
        <bdi>{threat.email_subject || messages.subjectNotKept}</bdi>
      </h3>
      <p className={styles.sender}>
        {messages.from} <bdi>{threat.sender_domain || messages.unknownSender}</bdi>
      </p>
      {threat.detection_reason !== '' && (
        <p className={styles.reason}>
          <bdi>{threat.detection_reason}</bdi>
        </p>
      )}
      {indicators.shown.length > 0 && (
        <ul className={styles.indicators} aria-label={messages.indicators}>
          {indicators.shown.map((indicator) => (
            <li key={indicator}>{indicator}</li>
          ))}
          {indicators.more > 0 && (
            <li className={styles.more}>{messages.moreIndicators({ count: indicators.more })}</li>
          )}
        </ul>
      )}
    </li>
  )
}
