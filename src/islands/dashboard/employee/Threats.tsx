import { useStore } from '@nanostores/react'
import type { Threat } from '../../../lib/employee.ts'
import { $employeeMessages } from '../../../lib/messages/employee.ts'
import { StateMessage } from '../../../ui/StateMessage.tsx'
import { ThreatItem } from './ThreatItem.tsx'
import styles from './Threats.module.css'

/** The recent threats, newest first, or the good news that there are none (R116, R129). */
export function Threats({ threats }: { threats: readonly Threat[] }) {
  const messages = useStore($employeeMessages)
  return (
    <section className={styles.threats} aria-labelledby="threats-title">
      <h2 id="threats-title">{messages.threatsTitle}</h2>
      {threats.length === 0 ? (
        <StateMessage icon="safe" title={messages.noThreats} hint={messages.noThreatsHint} />
      ) : (
        <ul>
          {threats.map((threat) => (
            <ThreatItem key={threat.id} threat={threat} />
          ))}
        </ul>
      )}
    </section>
  )
}
