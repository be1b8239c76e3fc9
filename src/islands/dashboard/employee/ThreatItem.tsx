import { useStore } from '@nanostores/react'
import type { StoreValue } from 'nanostores'
import { useId, useState } from 'react'
import { hasMore, indicatorsOf, type Threat } from '../../../lib/employee.ts'
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
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const level = threat.threat_level
  const levelLabels = {
    safe: messages.levelSafe,
    suspicious: messages.levelSuspicious,
    malicious: messages.levelMalicious,
  }
  const time = displayTime(threat.timestamp)
  return (
    <li className={styles.threat} data-level={level}>
      <div className={styles.head}>
        <Badge {...looks[level]} label={levelLabels[level]} />
        <time className={`clamped ${styles.time}`} dateTime={time.machine}>
          {time.text}
        </time>
      </div>
      <div id={id} className={styles.text} data-open={isOpen}>
        <h3 id={`${id}-subject`} className={styles.subject} data-kept={threat.email_subject !== ''}>
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
        <div className={styles.signs}>
          <Indicators threat={threat} isOpen={isOpen} />
          {hasMore(threat) && (
            <button
              type="button"
              className={styles.toggle}
              aria-expanded={isOpen}
              aria-controls={id}
              aria-describedby={`${id}-subject`}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? messages.showLess : closedLabel(threat, messages)}
            </button>
          )}
        </div>
      </div>
    </li>
  )
}

function closedLabel(threat: Threat, messages: StoreValue<typeof $employeeMessages>): string {
  const { more } = indicatorsOf(threat)
  return more > 0 ? messages.moreIndicators({ count: more }) : messages.showAll
}

/** The first three signs of an attack, or all of them (R125-R128). */
function Indicators({ threat, isOpen }: { threat: Threat; isOpen: boolean }) {
  const messages = useStore($employeeMessages)
  const { indicators } = threat.scan_details.content_analysis
  if (indicators.length === 0) return null
  return (
    <ul className={styles.indicators} aria-label={messages.indicators}>
      {(isOpen ? indicators : indicatorsOf(threat).shown).map((indicator, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they keep their order, and one may come twice
        <li key={index}>
          <bdi>{indicator}</bdi>
        </li>
      ))}
    </ul>
  )
}
