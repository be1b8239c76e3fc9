import { useStore } from '@nanostores/react'
import { type ComponentType, useDeferredValue, useRef, useState } from 'react'
import { visibleText } from '../../lib/core/format/shown-sender.ts'
import { displayMonth, displayTime } from '../../lib/core/i18n/format.ts'
import {
  drawnAtOnce,
  fateOf,
  hasMore,
  monthsOf,
  splitIndicators,
  splitNewest,
  type Threat,
  wordsOf,
} from '../../lib/emails/threats.ts'
import { employeeDashboard } from '../../lib/employee/employee.ts'
import { $employeeWords, type EmployeeWords } from '../../lib/employee/words/employee.words.yaml'
import { Badge } from '../../ui/Badge.tsx'
import { lazy, useLazyExtra } from '../../ui/lazy-component.ts'
import { StateMessage } from '../../ui/StateMessage.tsx'
import { levelLooks } from '../core/parts/level-looks.ts'
import { SenderName } from '../core/parts/SenderName.tsx'
import { ViewLink } from '../core/parts/ViewLink.tsx'
import type { SenderActionsProps } from '../flags/senders/SenderActions.tsx'
import styles from './Threats.module.css'

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
function ThreatItem({ id, threat, words, actions: Actions }: ThreatProps) {
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
      <div className={styles.threatItemHead}>
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

/** All rows get theirs at once, with what is known about their senders. */
const senderActions = lazy(async () => {
  const { actionsFor } = await import('../flags/senders/known-senders.ts')
  const resource = employeeDashboard.$resource.get()
  return actionsFor(resource.status === 'loaded' ? resource.data.recent_phishing_emails : [])
})

const rowFocus = lazy(async () => (await import('../../ui/keep-row-focus.ts')).RowFocus)

interface ThreatsProps {
  readonly threats: readonly Threat[]
  /** The number of scanned emails; if it is 0, the empty state makes no claim. */
  readonly scanned: number
  /** Whether there is a list of all mail. */
  readonly hasAll: boolean
}

/** The recent threats by month, the newest first, or a message that there are none (R116, R129). */
export function Threats({ threats, scanned, hasAll }: ThreatsProps) {
  const words = useStore($employeeWords)
  const actions = useLazyExtra(senderActions)
  const list = useRef<HTMLElement>(null)
  const RowFocus = useLazyExtra(rowFocus)
  const { newest, older } = splitNewest(threats)
  const drawn = useDeferredValue(older.length, Math.min(older.length, drawnAtOnce))
  return (
    <section className={styles.threats} aria-labelledby="threats-title" ref={list}>
      {RowFocus && <RowFocus list={list} />}
      <div className={styles.newest}>
        <div className={styles.head}>
          <h2 id="threats-title">{words.threatsTitle}</h2>
          {hasAll && (
            <ViewLink screen="employee" view="messages">
              {words.seeAll}
            </ViewLink>
          )}
        </div>
        {newest.length === 0 && (
          <StateMessage
            icon={scanned > 0 ? 'safe' : undefined}
            title={words.noThreats}
            hint={words.noThreatsHint}
          />
        )}
        <Months id="newest" threats={newest} words={words} actions={actions} />
      </div>
      {older.length > 0 && (
        <div className={styles.older}>
          <h2>{words.olderTitle}</h2>
          <Months id="older" threats={older.slice(0, drawn)} words={words} actions={actions} />
        </div>
      )}
    </section>
  )
}

interface MonthsProps {
  /** The beginning of ids, which first figures have, too (`employee-figures.ts`). */
  readonly id: string
  readonly threats: readonly Threat[]
  readonly words: EmployeeWords
  readonly actions: ComponentType<SenderActionsProps> | undefined
}

function Months({ id, threats, words, ...passed }: MonthsProps) {
  return monthsOf(threats, displayMonth).map(({ name, threats: ofMonth }, at) => (
    <Month
      key={name}
      id={`${id}-${at}`}
      name={name || words.undated}
      threats={ofMonth}
      words={words}
      {...passed}
    />
  ))
}

interface MonthProps extends MonthsProps {
  readonly name: string
}

function Month({ id, name, threats, words, actions }: MonthProps) {
  return (
    <div className={styles.month}>
      <h3 id={id} className={styles.monthName}>
        {name}
      </h3>
      <ul className={styles.list} aria-labelledby={id}>
        {threats.map((threat, at) => (
          <ThreatItem
            key={threat.id}
            id={`${id}-${at}`}
            threat={threat}
            words={words}
            actions={actions}
          />
        ))}
      </ul>
    </div>
  )
}
