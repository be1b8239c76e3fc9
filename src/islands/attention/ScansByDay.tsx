import { useStore } from '@nanostores/react'
import { dailyCounts } from '../../lib/attention/daily-counts.ts'
import { $dailyCountsWords } from '../../lib/attention/words/daily-counts.words.yaml'
import { DaysChart } from '../charts/DaysChart.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import styles from './ScansByDay.module.css'

/** Mail of all organizations by day. */
export function ScansByDay() {
  const words = useStore($dailyCountsWords)
  return (
    <section className={styles.days} aria-labelledby="days-title">
      <h2 id="days-title">{words.title}</h2>
      <Loaded store={dailyCounts} loading={words.loading} failed={words.failed} isQuiet>
        {(counts) => <DaysChart counts={counts} />}
      </Loaded>
    </section>
  )
}
