import { useStore } from '@nanostores/react'
import { displayTime } from '../../lib/core/i18n/format.ts'
import { pathOf } from '../../lib/core/navigation/router.ts'
import type { ReportAnswer } from '../../lib/employee/employee.ts'
import { $reportAnswersWords } from '../../lib/employee/words/report-answers.words.yaml'
import { FactRow } from '../core/facts/FactRow.tsx'
import styles from './ReportAnswers.module.css'

interface ReportAnswersProps {
  readonly answers: readonly ReportAnswer[]
}

/** The answers to reports of the user; nothing without one. */
export function ReportAnswers({ answers }: ReportAnswersProps) {
  const words = useStore($reportAnswersWords)
  if (answers.length === 0) return null
  return (
    <section className={styles.answers} aria-labelledby="answers-title">
      <div className={styles.head}>
        <h2 id="answers-title">{words.title}</h2>
        <a href={`${pathOf('account')}?open=answers`}>{words.byMail}</a>
      </div>
      <ul>
        {answers.map(({ id, opinion, ...answer }) => {
          const outcome = answer.outcome ?? 'closed'
          const said = opinion === 'honest' ? words.saidHonest : words.saidDangerous
          return (
            <FactRow
              key={id}
              name={answer.email_subject || answer.sender_domain || words.mail}
              state={words[outcome]}
              facts={[
                words[`${outcome}Advice`],
                said({ time: displayTime(answer.reported_at).text }),
                words.answered({ time: displayTime(answer.answered_at).text }),
                ...(answer.is_learnt ? [words.learnt] : []),
              ]}
            />
          )
        })}
      </ul>
    </section>
  )
}
