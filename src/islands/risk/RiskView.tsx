import { useStore } from '@nanostores/react'
import { gaugeScore } from '../../lib/risk/risk.ts'
import { riskReasons } from '../../lib/risk/risk-reasons.ts'
import { $riskReasonsWords } from '../../lib/risk/words/risk-reasons.words.yaml'
import { Loaded } from '../core/parts/Loaded.tsx'
import { ViewPage } from '../core/parts/ViewPage.tsx'
import { RiskActions } from './RiskActions.tsx'
import { RiskBands } from './RiskBands.tsx'
import { RiskParts } from './RiskParts.tsx'
import { RiskSummary } from './RiskSummary.tsx'
import styles from './RiskView.module.css'
import { RiskWeeks } from './RiskWeeks.tsx'

/** Why the score is what it is, how it developed, and what helps. */
export function RiskView() {
  const words = useStore($riskReasonsWords)
  const resource = useStore(riskReasons.$resource)
  const title =
    resource.status === 'loaded'
      ? words.why({ score: gaugeScore(resource.data.risk_score) })
      : undefined
  return (
    <ViewPage screen="employee" view="risk" title={title}>
      <Loaded store={riskReasons} loading={words.loading} failed={words.failed} isQuiet>
        {(risk) => (
          <div className={styles.view}>
            <RiskSummary risk={risk} />
            <RiskActions risk={risk} />
            <RiskParts risk={risk} />
            <RiskWeeks risk={risk} />
            <RiskBands score={risk.risk_score} />
          </div>
        )}
      </Loaded>
    </ViewPage>
  )
}
