import { useStore } from '@nanostores/react'
import { dailyCounts } from '../../lib/attention/daily-counts.ts'
import { $dailyCountsMessages } from '../../lib/attention/words/daily-counts.words.yaml'
import styles from '../core/charts/DaysChart.module.css'
import { DaysChart } from '../core/charts/DaysChart.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'

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
