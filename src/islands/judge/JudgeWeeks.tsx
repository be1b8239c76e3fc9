import { useStore } from '@nanostores/react'
import type { JudgeSettings } from '../../lib/judge/judge-settings.ts'
import { weeksOf } from '../../lib/judge/judge-weeks.ts'
import { $judgeWords } from '../../lib/judge/words/judge.words.yaml'
import { TimeChart } from '../charts/TimeChart.tsx'
import styles from './JudgePanel.module.css'

/** The mail that the judge found suspicious in each week, by what its recipients said of it. */
export function JudgeWeeks({ settings }: { readonly settings: JudgeSettings }) {
  const words = useStore($judgeWords)
  const weeks = weeksOf(settings)
  if (weeks === undefined) return null
  const { times, judged, dangerous, honest, quiet } = weeks
  return (
    <div className={styles.outcome}>
      <div>
        <h3>{words.weeks}</h3>
        <p className={styles.explanation}>{words.weeksHint}</p>
      </div>
      <TimeChart
        title={words.weeks}
        kind="bars"
        step="week"
        times={times}
        series={[
          { name: words.weekDangerous, values: dangerous, tone: 'danger' },
          { name: words.weekQuiet, values: quiet, tone: 'caution' },
          { name: words.weekHonest, values: honest, tone: 'safe' },
        ]}
        line={{ name: words.weekJudged, values: judged, tone: 'neutral' }}
        barsName={words.weekFound}
      />
    </div>
  )
}
