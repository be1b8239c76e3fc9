import { useStore } from '@nanostores/react'
import { displayMonth } from '../../lib/core/i18n/format.ts'
import {
  $reportQuery,
  askReport,
  monthsBefore,
  type PeriodProblem,
  periodChoice,
  periodOf,
  recentPeriods,
  reportLevels,
  saveReport,
  teamReport,
} from '../../lib/team/team-report.ts'
import { $teamReportWords } from '../../lib/team/words/team-report.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Options } from '../../ui/Options.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import { ViewPage } from '../core/parts/ViewPage.tsx'
import { ReportPage } from './ReportPage.tsx'
import styles from './ReportView.module.css'
import '../../ui/date-field.css'

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

/** Period, department and level; the report follows at once. */
function ReportChoices({ problem }: { readonly problem: PeriodProblem | undefined }) {
  const words = useStore($teamReportWords)
  const query = useStore($reportQuery)
  const now = new Date()
  const choice = periodChoice(query, now)
  const period = periodOf(query, now)

  function choosePeriod(chosen: string) {
    // Own dates begin with the period that is shown.
    const shown = chosen === 'own' && typeof period !== 'string' ? period : { from: '', to: '' }
    askReport({ ...shown, period: chosen })
  }

  return (
    <section className={styles.choices} aria-label={words.choices}>
      <Field label={words.period}>
        {(control) => (
          <select
            {...control}
            value={choice}
            onChange={({ currentTarget: { value } }) => choosePeriod(value)}
          >
            <Options
              values={recentPeriods}
              labels={{ 7: words.days7, 30: words.days30, 90: words.days90 }}
            />
            {monthsBefore(now).map((month) => (
              <option key={month} value={month}>
                {displayMonth(`${month}-15`)}
              </option>
            ))}
            <option value="own">{words.own}</option>
          </select>
        )}
      </Field>
      {choice === 'own' && (
        <>
          <Field label={words.from}>
            {(control) => (
              <input
                {...control}
                type="date"
                value={query.from}
                onChange={({ currentTarget: { value } }) => askReport({ from: value })}
              />
            )}
          </Field>
          <Field label={words.to} problem={problem && words[problem]}>
            {(control) => (
              <input
                {...control}
                type="date"
                value={query.to}
                onChange={({ currentTarget: { value } }) => askReport({ to: value })}
              />
            )}
          </Field>
        </>
      )}
      <Field label={words.department}>
        {(control) => (
          <select
            {...control}
            value={query.department}
            onChange={({ currentTarget: { value } }) => askReport({ department: value })}
          >
            <option value="">{words.everyDepartment}</option>
            <Departments chosen={query.department} />
          </select>
        )}
      </Field>
      <Field label={words.level}>
        {(control) => (
          <select
            {...control}
            value={reportLevels.find((level) => level === query.level) ?? ''}
            onChange={({ currentTarget: { value } }) => askReport({ level: value })}
          >
            <option value="">{words.everyLevel}</option>
            <Options values={reportLevels} labels={words} />
          </select>
        )}
      </Field>
    </section>
  )
}

/** Those of the organization; the chosen one also while they load. */
function Departments({ chosen }: { readonly chosen: string }) {
  const resource = useStore(teamReport.$resource)
  const known = resource.status === 'loaded' ? (resource.data.departments ?? []) : []
  const shown = chosen === '' || known.includes(chosen) ? known : [...known, chosen]
  return shown.map((department) => (
    <option key={department} value={department}>
      {department}
    </option>
  ))
}
