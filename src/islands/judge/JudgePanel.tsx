import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { formatCount, formatPercent } from '../../lib/core/i18n/format.ts'
import {
  chooseJudge,
  fewestJudged,
  honestMailsMarked,
  type JudgeChoice,
  type JudgeSettings,
  judgeModes,
  judgeSettings,
  openJudge,
} from '../../lib/judge/judge-settings.ts'
import { $judgeWords } from '../../lib/judge/words/judge.words.yaml'
import { Spinner } from '../../ui/Spinner.tsx'
import { FilterSelect } from '../core/filters/FilterSelect.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import styles from './JudgePanel.module.css'

interface JudgePanelProps {
  readonly organizationId: string
}

/** An organization's judge: what it does, and how often it was right. */
export function JudgePanel({ organizationId }: JudgePanelProps) {
  const words = useStore($judgeWords)
  useEffect(() => openJudge(organizationId), [organizationId])
  return (
    <section className={styles.panel} aria-label={words.title}>
      <h2>{words.title}</h2>
      <p>{words.explanation}</p>
      <Loaded store={judgeSettings} loading={words.loading} failed={words.failed} isQuiet>
        {(settings) =>
          settings?.organization_id === organizationId ? (
            <Choices settings={settings} />
          ) : (
            <Spinner label={words.loading} />
          )
        }
      </Loaded>
    </section>
  )
}

function Choices({ settings: loaded }: { readonly settings: JudgeSettings }) {
  const words = useStore($judgeWords)
  // Shown while it is being saved, and what the next choice is added to.
  const [chosen, setChosen] = useState<JudgeChoice>({})
  const settings = { ...loaded, ...chosen }
  async function choose(choice: JudgeChoice) {
    const all = { ...chosen, ...choice }
    setChosen(all)
    await chooseJudge(settings, choice)
    setChosen((current) => (current === all ? {} : current))
  }
  const shares = honestMailsMarked.map(String)
  return (
    <>
      <div className={styles.choices}>
        <FilterSelect
          label={words.mode}
          values={judgeModes}
          labels={words}
          value={settings.mode}
          onChoose={(value) => {
            const mode = judgeModes.find((known) => known === value)
            if (mode !== undefined) void choose({ mode })
          }}
        />
        <FilterSelect
          label={words.perThousand}
          values={shares}
          labels={Object.fromEntries(shares.map((share) => [share, share]))}
          value={String(settings.per_thousand)}
          onChoose={(value) => {
            const per_thousand = honestMailsMarked.find((known) => String(known) === value)
            if (per_thousand !== undefined) void choose({ per_thousand })
          }}
        />
      </div>
      {settings.mode !== 'off' && <Reliability settings={settings} />}
    </>
  )
}

function Reliability({ settings }: { readonly settings: JudgeSettings }) {
  const words = useStore($judgeWords)
  const { judged, most_false_alarms: percent } = settings
  if (judged === 0) return <p>{words.noneJudged}</p>
  const say = settings.mode === 'mark' ? words.marked : words.watched
  return (
    <>
      <p>
        {say({
          marked: formatCount(settings.marked),
          judged: formatCount(judged),
          dangerous: formatCount(settings.reported_dangerous),
          honest: formatCount(settings.reported_honest),
        })}
      </p>
      <p>
        {percent === null
          ? words.waiting({ fewest: formatCount(fewestJudged) })
          : words.falseAlarms({ percent: formatPercent(percent) })}
      </p>
    </>
  )
}
