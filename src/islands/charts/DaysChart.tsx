import { useStore } from '@nanostores/react'
import { type DailyCounts, seriesOf } from '../../lib/attention/daily-counts.ts'
import { $dailyCountsWords } from '../../lib/attention/words/daily-counts.words.yaml'
import { StateMessage } from '../../ui/StateMessage.tsx'
import { TimeChart } from './TimeChart.tsx'

/** Threats are bars on a scale of their own, so that their days can be compared; safe mail is a line. */
export function DaysChart({ counts }: { readonly counts: DailyCounts }) {
  const words = useStore($dailyCountsWords)
  if ((counts.days ?? []).length === 0) {
    return <StateMessage icon="mail" title={words.none} hint={words.noneHint} />
  }
  const { times, safe, suspicious, malicious } = seriesOf(counts)
  return (
    <>
      <p className="soft">{words.caption(times.length)}</p>
      <TimeChart
        title={words.title}
        step="day"
        times={times}
        series={[
          { name: words.malicious, values: malicious, tone: 'danger' },
          { name: words.suspicious, values: suspicious, tone: 'caution' },
        ]}
        line={{ name: words.safe, values: safe, tone: 'safe' }}
        barsName={words.threats}
      />
    </>
  )
}
