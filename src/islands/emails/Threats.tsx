import { useStore } from '@nanostores/react'
import { type ComponentType, useDeferredValue, useRef } from 'react'
import { displayMonth } from '../../lib/core/i18n/format.ts'
import { drawnAtOnce, monthsOf, splitNewest, type Threat } from '../../lib/emails/threats.ts'
import { employeeDashboard } from '../../lib/employee/employee.ts'
import { $employeeWords, type EmployeeWords } from '../../lib/employee/words/employee.words.yaml'
import { lazy, useLazyExtra } from '../../ui/lazy-component.ts'
import { StateMessage } from '../../ui/StateMessage.tsx'
import { ViewLink } from '../core/parts/ViewLink.tsx'
import type { SenderActionsProps } from '../flags/senders/SenderActions.tsx'
import { ThreatItem } from './ThreatItem.tsx'
import styles from './Threats.module.css'

/** All rows get theirs at once, with what is known about their senders. */
const senderActions = lazy(async () => {
  const { actionsFor } = await import('../flags/senders/known-senders.ts')
  const resource = employeeDashboard.$resource.get()
  return actionsFor(resource.status === 'loaded' ? resource.data.recent_phishing_emails : [])
})

const rowFocus = lazy(async () => (await import('../core/lists/RowFocus.tsx')).RowFocus)

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
  /** The beginning of ids, which first figures have, too (`threat-figures.ts`). */
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
