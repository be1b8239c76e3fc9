import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { formatCount, formatPercent } from '../../lib/core/i18n/format.ts'
import { $dialogsWords } from '../../lib/core/words/dialogs.words.yaml'
import {
  $undoOfJudge,
  decideJudge,
  fewestJudged,
  honestMailsMarked,
  type JudgeSettings,
  judgeModes,
  judgeSettings,
  openJudge,
  saveJudge,
  undoJudge,
  weeksOf,
} from '../../lib/judge/judge-settings.ts'
import { $judgeWords } from '../../lib/judge/words/judge.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Choices } from '../../ui/Choices.tsx'
import { Field } from '../../ui/Field.tsx'
import { keepRowFocus } from '../../ui/keep-row-focus.ts'
import { Options } from '../../ui/Options.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useForm } from '../../ui/use-form.ts'
import { TimeChart } from '../charts/TimeChart.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import { ShareBar } from '../core/parts/ShareBar.tsx'
import styles from './JudgePanel.module.css'
import { Learnt } from './Learnt.tsx'

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

interface JudgePanelProps {
  readonly organizationId: string
}

/** An organization's judge: what it does, and what became of the email that it found suspicious. */
export function JudgePanel({ organizationId }: JudgePanelProps) {
  const words = useStore($judgeWords)
  useEffect(() => openJudge(organizationId), [organizationId])
  return (
    <section className={styles.panel} aria-labelledby="judge-title">
      <div>
        <h2 id="judge-title">{words.title}</h2>
        <p className={styles.explanation}>{words.explanation}</p>
      </div>
      <Loaded store={judgeSettings} loading={words.loading} failed={words.failed} isQuiet>
        {(settings) =>
          settings?.organization_id === organizationId ? (
            <>
              {!settings.is_chosen && <Question settings={settings} />}
              <div className={styles.columns}>
                <Settings settings={settings} />
                <Outcome settings={settings} />
              </div>
              <JudgeWeeks settings={settings} />
            </>
          ) : (
            <Spinner label={words.loading} />
          )
        }
      </Loaded>
      <Learnt organizationId={organizationId} />
    </section>
  )
}

function Settings({ settings }: { readonly settings: JudgeSettings }) {
  const words = useStore($judgeWords)
  const dialogWords = useStore($dialogsWords)
  const isUndoable = useStore($undoOfJudge) !== undefined
  // How often switching off was declined, after which the form shows again what is saved.
  const [declined, setDeclined] = useState(0)
  const { pending, onSubmit } = useForm(async (form) => {
    if (!(await saveJudge(form, settings))) setDeclined((count) => count + 1)
    return { status: 'kept' }
  })
  const { mode, per_thousand } = settings
  const shares = honestMailsMarked.map(String)
  return (
    <form className={styles.fields} noValidate onSubmit={onSubmit} ref={keepRowFocus}>
      <div key={`${mode} ${per_thousand} ${declined}`} className={styles.fields}>
        <Choices
          legend={words.mode}
          name="mode"
          chosen={mode}
          choices={judgeModes.map((value) => ({
            value,
            label: words[value],
            hint: words[`${value}Hint`],
          }))}
        />
        <Field label={words.perThousand} name="per_thousand" hint={words.perThousandHint}>
          {(control) => (
            <select {...control} defaultValue={String(per_thousand)}>
              <Options
                values={shares}
                labels={Object.fromEntries(shares.map((share) => [share, share]))}
              />
            </select>
          )}
        </Field>
      </div>
      <div className="row" data-keep-focus>
        <Button type="submit" pending={pending}>
          {pending ? dialogWords.saving : dialogWords.save}
        </Button>
        {isUndoable && (
          <Button variant="secondary" onClick={() => void undoJudge()}>
            {words.undo}
          </Button>
        )}
      </div>
    </form>
  )
}

/** The question that an organization is asked once, whose judge has only watched. */
function Question({ settings }: { readonly settings: JudgeSettings }) {
  const words = useStore($judgeWords)
  const [isBusy, setBusy] = useState(false)
  async function decide(mode: 'mark' | 'watch', button: HTMLElement) {
    // The button is gone once the question is answered.
    button.closest<HTMLElement>('[role=tabpanel]')?.focus()
    setBusy(true)
    await decideJudge(settings, mode)
    setBusy(false)
  }
  return (
    <div className={styles.question}>
      <h3>{words.question}</h3>
      <p>{words.questionHint}</p>
      <div className="row">
        <Button
          size="small"
          pending={isBusy}
          onClick={({ currentTarget }) => void decide('mark', currentTarget)}
        >
          {words.startMarking}
        </Button>
        <Button
          size="small"
          variant="secondary"
          pending={isBusy}
          onClick={({ currentTarget }) => void decide('watch', currentTarget)}
        >
          {words.keepWatching}
        </Button>
      </div>
    </div>
  )
}

/** How much mail was found suspicious, and what its recipients said of it. */
function Outcome({ settings }: { readonly settings: JudgeSettings }) {
  const words = useStore($judgeWords)
  const { judged, marked, reported_dangerous, reported_honest, most_false_alarms } = settings
  const quiet = Math.max(0, marked - reported_dangerous - reported_honest)
  return (
    <div className={styles.outcome}>
      <h3>{words.outcome}</h3>
      {judged === 0 && <p>{words.noneJudged}</p>}
      <ShareBar
        title={words.judged(judged)}
        parts={[
          { tone: 'safe', count: judged - marked, label: words.left(judged - marked) },
          { tone: 'caution', count: marked, label: words.found(marked) },
        ]}
      />
      <ShareBar
        title={words.ofThese}
        parts={[
          {
            tone: 'danger',
            count: reported_dangerous,
            label: words.saidDangerous(reported_dangerous),
          },
          { tone: 'safe', count: reported_honest, label: words.saidHonest(reported_honest) },
          { tone: 'caution', count: quiet, label: words.saidNothing(quiet) },
        ]}
      />
      {judged > 0 && (
        <p>
          {most_false_alarms === null
            ? words.waiting({ fewest: formatCount(fewestJudged) })
            : words.falseAlarms({ percent: formatPercent(most_false_alarms) })}
        </p>
      )}
    </div>
  )
}
