import { useStore } from '@nanostores/react'
import { advice, textsToTell } from '../../lib/team/advice.ts'
import type { TeamReport } from '../../lib/team/team-report.ts'
import { $teamReportWords } from '../../lib/team/words/team-report.words.yaml'
import { Loaded } from '../core/parts/Loaded.tsx'
import styles from './ReportPage.module.css'

/** Advice for the team: texts about the attacks that its mail had most often. */
export function ReportAdvice({ kinds }: Pick<TeamReport, 'kinds'>) {
  const words = useStore($teamReportWords)
  return (
    <Loaded store={advice} loading={words.loadingAdvice} failed={words.adviceFailed} isQuiet>
      {(texts) => (
        <div className={styles.advice}>
          {textsToTell(texts, kinds).map(({ kind, subject, text }) => (
            <section key={kind} aria-label={subject}>
              <h4>{subject}</h4>
              {text.split('\n\n').map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </section>
          ))}
        </div>
      )}
    </Loaded>
  )
}
