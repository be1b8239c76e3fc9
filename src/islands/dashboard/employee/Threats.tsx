import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { $employeeMessages, type EmployeeMessages } from '../../../lib/messages/employee.ts'
import { monthsOf, type Threat } from '../../../lib/screens/threats.ts'
import { StateMessage } from '../../../ui/StateMessage.tsx'
import { ThreatItem } from './ThreatItem.tsx'
import styles from './Threats.module.css'

interface ThreatsProps {
  readonly threats: readonly Threat[]
  /** The number of scanned emails; if it is 0, the empty state makes no claim. */
  readonly scanned: number
}

/** The recent threats by month, newest first, or a message that there are none (R116, R129). */
export function Threats({ threats, scanned }: ThreatsProps) {
  const messages = useStore($employeeMessages)
  return (
    <section className={styles.threats} aria-labelledby="threats-title">
      <h2 id="threats-title">{messages.threatsTitle}</h2>
      {threats.length === 0 ? (
        <StateMessage
          icon={scanned > 0 ? 'safe' : undefined}
          title={messages.noThreats}
          hint={messages.noThreatsHint}
        />
      ) : (
        monthsOf(threats).map(({ name, threats: ofMonth }) => (
          <Month key={name} name={name || messages.undated} threats={ofMonth} messages={messages} />
        ))
      )}
    </section>
  )
}

interface MonthProps {
  readonly name: string
  readonly threats: readonly Threat[]
  readonly messages: EmployeeMessages
}

function Month({ name, threats, messages }: MonthProps) {
  const id = useId()
  return (
    <>
      <h3 id={id} className={styles.month}>
        {name}
      </h3>
      <ul className={styles.list} aria-labelledby={id}>
        {threats.map((threat) => (
          <ThreatItem key={threat.id} threat={threat} messages={messages} />
        ))}
      </ul>
    </>
  )
}
