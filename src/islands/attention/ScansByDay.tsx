import { useStore } from '@nanostores/react'
import { $dailyCountsMessages } from '../../../../lib/messages/daily-counts.ts'
import { dailyCounts } from '../../../../lib/screens/daily-counts.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import styles from './DaysChart.module.css'
import { DaysChart } from './DaysChart.tsx'

/** Mail of all organizations by day (A778). */
export function ScansByDay() {
  const messages = useStore($dailyCountsMessages)
  return (
    <section className={styles.days} aria-labelledby="days-title">
      <h2 id="days-title">{messages.title}</h2>
      <Loaded store={dailyCounts} loading={messages.loading} failed={messages.failed} isQuiet>
        {(counts) => <DaysChart counts={counts} />}
      </Loaded>
    </section>
  )
}
