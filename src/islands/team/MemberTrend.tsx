import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { type MemberDetails, weeklyScores } from '../../lib/team/team-member.ts'
import { $teamMemberWords } from '../../lib/team/words/team-member.words.yaml'
import { TimeChart } from '../charts/TimeChart.tsx'
import styles from './MemberPanel.module.css'

/** The risk of a member at the end of each week, as far as it was stored. */
export function MemberTrend({ weeks }: { readonly weeks: NonNullable<MemberDetails['weeks']> }) {
  const words = useStore($teamMemberWords)
  const titleId = useId()
  const { times, values } = weeklyScores(weeks)
  return (
    <section className={styles.part} aria-labelledby={titleId}>
      <h3 id={titleId}>{words.trend}</h3>
      {times.length < 2 ? (
        <p>{words.noTrend}</p>
      ) : (
        <TimeChart
          title={words.trend}
          kind="line"
          step="week"
          times={times}
          top={100}
          ticks={[0, 30, 70, 100]}
          series={[{ name: words.score, values, tone: 'accent' }]}
        />
      )}
    </section>
  )
}
