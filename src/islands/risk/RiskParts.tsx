import { useStore } from '@nanostores/react'
import { gaugeScore } from '../../lib/risk/risk.ts'
import { partsOf, type RiskReasons } from '../../lib/risk/risk-reasons.ts'
import { $riskReasonsWords } from '../../lib/risk/words/risk-reasons.words.yaml'
import { Table } from '../../ui/Table.tsx'
import { RiskPart } from './RiskPart.tsx'
import styles from './RiskView.module.css'

/** The mails that count, the rest as one line, and their sum. */
export function RiskParts({ risk }: { readonly risk: RiskReasons }) {
  const words = useStore($riskReasonsWords)
  const score = gaugeScore(risk.risk_score)
  const title = words.partsTitle({ score })
  const parts = partsOf(risk)
  return (
    <section className={styles.section} aria-labelledby="risk-parts">
      <h2 id="risk-parts">{title}</h2>
      <p className={styles.hint}>{parts.length > 0 ? words.partsHint : words.nothing}</p>
      {parts.length > 0 && (
        <Table
          label={title}
          className={styles.parts}
          columns={[
            { label: words.sender },
            { label: words.fate },
            { label: words.points },
            { label: words.share },
          ]}
          total={parts.length}
          rows={parts}
          rowKey={({ key }) => key}
          row={(part) => <RiskPart part={part} score={score} />}
        />
      )}
    </section>
  )
}
