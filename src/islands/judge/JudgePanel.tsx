import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import {
  chooseJudge,
  fewestJudged,
  honestMailsMarked,
  type JudgeSettings,
  judgeModes,
  judgeSettings,
  openJudge,
} from '../../lib/judge/judge-settings.ts'
import { $judgeWords } from '../../lib/judge/words/judge.words.yaml'
import { FilterSelect } from '../core/filters/FilterSelect.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import styles from './JudgePanel.module.css'

interface JudgePanelProps {
  readonly organizationId: string
}

/** An organization's judge: what it does, and how often it was right (A1330, A1331). */
export function JudgePanel({ organizationId }: JudgePanelProps) {
  const words = useStore($judgeWords)
  useEffect(() => openJudge(organizationId), [organizationId])
  return (
    <section className={styles.panel} aria-label={words.title}>
      <h2>{words.title}</h2>
      <p>{words.explanation}</p>
      <Loaded store={judgeSettings} loading={words.loading} failed={words.failed} isQuiet>
        {(settings) => settings && <Choices settings={settings} />}
      </Loaded>
    </section>
  )
}

function Choices({ settings }: { readonly settings: JudgeSettings }) {
  const words = useStore($judgeWords)
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
            if (mode !== undefined) void chooseJudge(settings, { mode })
          }}
        />
        <FilterSelect
          label={words.perThousand}
          values={shares}
          labels={Object.fromEntries(shares.map((share) => [share, share]))}
          value={String(settings.per_thousand)}
          onChoose={(value) => {
            const per_thousand = honestMailsMarked.find((known) => String(known) === value)
            if (per_thousand !== undefined) void chooseJudge(settings, { per_thousand })
          }}
        />
      </div>
      {settings.mode !== 'off' && <p>{reliabilityOf(settings, words)}</p>}
    </>
  )
}

function reliabilityOf(settings: JudgeSettings, words: ReturnType<typeof $judgeWords.get>): string {
  const { judged, marked, most_false_alarms: percent } = settings
  if (percent === null) return words.waiting({ judged, fewest: fewestJudged })
  const say = settings.mode === 'mark' ? words.marked : words.watched
  const { reported_dangerous: dangerous, reported_honest: honest } = settings
  return say({ marked, judged, dangerous, honest, percent })
}
