import { useStore } from '@nanostores/react'
import { $reportQuery, saveReport, teamReport } from '../../lib/team/team-report.ts'
import { periodOf } from '../../lib/team/team-report-period.ts'
import { $teamReportWords } from '../../lib/team/words/team-report.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import { ViewPage } from '../core/parts/ViewPage.tsx'
import { ReportChoices } from './ReportChoices.tsx'
import { ReportPage } from './ReportPage.tsx'
import styles from './ReportView.module.css'

/** The report of a team on one page, to print and to save. */
export function ReportView() {
  const words = useStore($teamReportWords)
  const query = useStore($reportQuery)
  const period = periodOf(query, new Date())
  const problem = typeof period === 'string' ? period : undefined
  const resource = useStore(teamReport.$resource)
  // Until then the report before it is shown.
  const isMaking = resource.status === 'loaded' && resource.isReloading
  return (
    <ViewPage screen="team" view="report">
      <ReportChoices problem={problem} />
      {problem === undefined && (
        <Loaded store={teamReport} loading={words.loading} failed={words.failed} isQuiet>
          {(report) => (
            <>
              <div className={styles.actions}>
                <Button pending={isMaking} onClick={() => window.print()}>
                  {isMaking ? words.loading : words.print}
                </Button>
                <Button
                  variant="secondary"
                  pending={isMaking}
                  onClick={() => saveReport(report, query)}
                >
                  {words.save}
                </Button>
                <span className="visually-hidden" role="status">
                  {isMaking && words.loading}
                </span>
              </div>
              <ReportPage report={report} query={query} isOld={isMaking} />
            </>
          )}
        </Loaded>
      )}
    </ViewPage>
  )
}
