import { useStore } from '@nanostores/react'
import { displayTime } from '../../lib/core/i18n/format.ts'
import {
  $closing,
  closeReport,
  mailOpinions,
  type OpenReport,
} from '../../lib/team/team-requests.ts'
import { $teamWords } from '../../lib/team/words/team.words.yaml'
import { $teamRequestsWords } from '../../lib/team/words/team-requests.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { keepRowFocus } from '../../ui/keep-row-focus.ts'
import { FactRow } from '../core/facts/FactRow.tsx'
import styles from './TeamTools.module.css'

/** Reports of members that no team lead has answered. */
export function OpenReports({ reports }: { readonly reports: readonly OpenReport[] }) {
  const words = useStore($teamRequestsWords)
  const { noName } = useStore($teamWords)
  const pending = useStore($closing)
  return (
    <section className={styles.reports} aria-labelledby="open-reports">
      <h2 className="heading" id="open-reports">
        {words.title}
      </h2>
      <p className="soft">{words.hint}</p>
      <ul ref={keepRowFocus}>
        {reports.map((report) => {
          const { id, opinion, threat_level, sender_domain, at } = report
          const what = words[opinion]({ name: report.full_name || noName })
          return (
            <FactRow
              key={id}
              name={what}
              facts={[
                ...(sender_domain ? [sender_domain] : []),
                ...(threat_level ? [words.verdict({ level: words[threat_level] })] : []),
                displayTime(at).text,
              ]}
            >
              {mailOpinions.map((outcome) => (
                <Button
                  key={outcome}
                  size="small"
                  variant="secondary"
                  label={words[`${outcome}One`]({ what })}
                  pending={pending.has(id)}
                  onClick={() => void closeReport(report, outcome)}
                >
                  {words[`${outcome}Outcome`]}
                </Button>
              ))}
              <Button
                size="small"
                variant="plain"
                label={words.doneOne({ what })}
                pending={pending.has(id)}
                onClick={() => void closeReport(report)}
              >
                {words.done}
              </Button>
            </FactRow>
          )
        })}
      </ul>
    </section>
  )
}
