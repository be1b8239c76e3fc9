import { type ComponentType, useState } from 'react'
import { visibleText } from '../../lib/core/format/shown-sender.ts'
import { displayTime } from '../../lib/core/i18n/format.ts'
import { fateOf, hasMore, splitIndicators, type Threat, wordsOf } from '../../lib/emails/threats.ts'
import type { EmployeeWords } from '../../lib/employee/words/employee.words.yaml'
import { Badge } from '../../ui/Badge.tsx'
import { levelLooks } from '../core/parts/level-looks.ts'
import { SenderName } from '../core/parts/SenderName.tsx'
import type { SenderActionsProps } from '../flags/senders/SenderActions.tsx'
import styles from './ThreatItem.module.css'

interface ThreatProps {
  /** Unique in the page. */
  readonly id: string
  readonly threat: Threat
  /** Passed by the list, because a subscription in each of many rows delays the first content. */
  readonly words: EmployeeWords
  /** Actions for the sender; undefined until their code is loaded. */
  readonly actions?: ComponentType<SenderActionsProps> | undefined
}

/** One scanned mail: subject, sender, threat level and reason (R118-R128). */
export function ThreatItem({ id, threat, words, actions: Actions }: ThreatProps) {
  const [isOpen, setOpen] = useState(false)
  const level = threat.threat_level
  const levelLabels = {
    safe: words.levelSafe,
    suspicious: words.levelSuspicious,
    malicious: words.levelMalicious,
  }
  const time = displayTime(threat.timestamp)
  const { indicators } = threat.scan_details.content_analysis
  const isLong = hasMore(threat, indicators)
  const { more } = splitIndicators(indicators)
  const openLabel = more > 0 ? words.moreIndicators(more) : words.showAll
  return (
    <li className={styles.threat} data-level={level}>
      <div className={styles.head}>
        <Badge {...levelLooks[level]} label={levelLabels[level]} />
        <time className={`clamped ${styles.time}`} dateTime={time.machine}>
          {time.text}
        </time>
      </div>
      <div id={id} className={styles.text} data-closed={isLong && !isOpen}>
        <Words id={`${id}-heading`} threat={threat} words={words} />
        <div className={styles.signs}>
          <Indicators indicators={indicators} label={words.indicators} isOpen={isOpen} />
          {isLong && (
            <button
              type="button"
              className={styles.toggle}
              aria-expanded={isOpen}
              aria-controls={id}
              aria-describedby={`${id}-heading`}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? words.showLess : openLabel}
            </button>
          )}
        </div>
      </div>
      <div className={styles.actions}>{Actions && <Actions mail={threat} />}</div>
    </li>
  )
}

/** Subject, sender and reason; if no subject is stored, the other two form the heading. */
function Words({ id, threat, words }: ThreatProps) {
  const { subject, sender, reason } = wordsOf(threat)
  const isKept = subject !== ''
  const fate = fateOf(threat)
  const from =
    sender === '' ? (
      <bdi className={styles.domain}>{words.unknownSender}</bdi>
    ) : (
      <SenderName sender={sender} className={styles.domain} />
    )
  const why = reason !== '' && <bdi className={styles.reason}>{reason}</bdi>
  return (
    <>
      <h4 id={id} className={styles.heading}>
        {isKept ? <bdi className={styles.subject}>{subject}</bdi> : from} {!isKept && why}
      </h4>
      {isKept && (
        <p className={styles.sender}>
          {/* One text, as in first figures: browsers place the letters of two differently. */}
          {`${words.from} `}
          {from}
        </p>
      )}
      {isKept && why && <p>{why}</p>}
      <p className={styles.fate} data-delivered={fate?.endsWith('Delivered')}>
        {`${fate === undefined ? '' : words[fate]} `}
        {!isKept && <i className={styles.note}>{words.subjectNotKept}</i>}
      </p>
    </>
  )
}

interface IndicatorsProps {
  readonly indicators: readonly string[]
  readonly label: string
  readonly isOpen: boolean
}

/** The first three indicators, or all of them (R125-R128). */
function Indicators({ indicators, label, isOpen }: IndicatorsProps) {
  if (indicators.length === 0) return null
  return (
    <ul className={styles.indicators} aria-label={label}>
      {(isOpen ? indicators : splitIndicators(indicators).shown).map((indicator, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they keep their order, and one may come twice
        <li key={index}>
          <bdi>{visibleText(indicator)}</bdi>
        </li>
      ))}
    </ul>
  )
}
