import { useStore } from '@nanostores/react'
import { gaugeScore } from '../../lib/risk/risk.ts'
import { partsOf, type RiskReasons } from '../../lib/risk/risk-reasons.ts'
import { $riskReasonsMessages } from '../../lib/risk/words/risk-reasons.words.yaml'
import { Table } from '../../ui/Table.tsx'
import { RiskPart } from './RiskPart.tsx'
import styles from './RiskView.module.css'

/** The mails that count, the rest as one line, and their sum. */
export function RiskParts({ risk }: { readonly risk: RiskReasons }) {
  const messages = useStore($riskReasonsMessages)
  const score = gaugeScore(risk.risk_score)
  const title = messages.partsTitle({ score })
  const parts = partsOf(risk)
  return (
    <section className={styles.section} aria-labelledby="risk-parts">
      <h2 id="risk-parts">{title}</h2>
      <p className={styles.hint}>{parts.length > 0 ? messages.partsHint : messages.nothing}</p>
      {parts.length > 0 && (
        <Table
          label={title}
          className={styles.parts}
          columns={[
            { label: messages.sender },
            { label: messages.fate },
            { label: messages.points },
            { label: messages.share },
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
