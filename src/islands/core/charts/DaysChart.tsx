import { useStore } from '@nanostores/react'
import { type DailyCounts, seriesOf } from '../../../lib/attention/daily-counts.ts'
import { $dailyCountsMessages } from '../../../lib/attention/words/daily-counts.words.yaml'
import { StateMessage } from '../../../ui/StateMessage.tsx'
import styles from './DaysChart.module.css'
import { TimeChart } from './TimeChart.tsx'

/** Threats stand on the axis, below the safe mail, so that their days can be compared. */
export function DaysChart({ counts }: { readonly counts: DailyCounts }) {
  const messages = useStore($dailyCountsMessages)
  if ((counts.days ?? []).length === 0) {
    return <StateMessage icon="mail" title={messages.none} hint={messages.noneHint} />
  }
  const { times, safe, suspicious, malicious } = seriesOf(counts)
  return (
    <>
      <p className={styles.caption}>{messages.caption(times.length)}</p>
      <TimeChart
        title={messages.title}
        kind="bars"
        step="day"
        times={times}
        series={[
          { name: messages.malicious, values: malicious, tone: 'danger' },
          { name: messages.suspicious, values: suspicious, tone: 'caution' },
          { name: messages.safe, values: safe, tone: 'safe' },
        ]}
      />
    </>
  )
}
