import { useStore } from '@nanostores/react'
import { bandOf } from '../../lib/risk/risk.ts'
import { $riskWords } from '../../lib/risk/words/risk.words.yaml'
import { Badge } from '../../ui/Badge.tsx'
import { riskLooks } from './risk-looks.ts'

/** The band of a raw risk score (R294-R296). */
export function RiskBadge({ score }: { readonly score: number }) {
  const words = useStore($riskWords)
  const band = bandOf(score)
  return <Badge {...riskLooks[band]} label={words[band]} />
}
