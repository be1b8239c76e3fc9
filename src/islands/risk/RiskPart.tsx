import { useStore } from '@nanostores/react'
import { displayTime, formatCount } from '../../lib/core/i18n/format.ts'
import { $employeeWords } from '../../lib/employee/words/employee.words.yaml'
import {
  fateOf,
  formatPoints,
  type RiskPart as Part,
  type RiskMail,
} from '../../lib/risk/risk-reasons.ts'
import { $riskReasonsWords } from '../../lib/risk/words/risk-reasons.words.yaml'
import { Badge } from '../../ui/Badge.tsx'
import { Cell } from '../../ui/Table.tsx'
import { levelLooks } from '../core/parts/level-looks.ts'
import { SenderName } from '../core/parts/SenderName.tsx'
import styles from './RiskView.module.css'

interface RiskPartProps {
  readonly part: Part
  readonly score: number
}

/** One mail, all other mail, or the sum, in four cells. */
export function RiskPart({ part, score }: RiskPartProps) {
  const words = useStore($riskReasonsWords)
  const { mail, points, share } = part
  const now = formatPoints(points)
  return (
    <>
      <Cell part="title" className={styles.name}>
        {mail === undefined ? <RestName part={part} /> : <MailName mail={mail} />}
      </Cell>
      <Cell className={styles.fate}>
        {mail === undefined ? words.otherCount(part.mailCount) : <Fate mail={mail} />}
      </Cell>
      <Cell className={styles.points}>
        {mail === undefined
          ? words.pointsNow({ now })
          : words.pointsThenNow({ first: formatPoints(mail.points_received), now })}
      </Cell>
      <Cell part="beside" className={styles.share}>
        {part.kind !== 'sum' && (
          <svg aria-hidden="true">
            <rect width="100%" height="100%" />
            <rect width={`${score > 0 ? (share / score) * 100 : 0}%`} height="100%" />
          </svg>
        )}
        <strong>{share === 0 && points > 0 ? words.belowOne : formatCount(share)}</strong>
      </Cell>
    </>
  )
}

function RestName({ part }: { readonly part: Part }) {
  const words = useStore($riskReasonsWords)
  if (part.kind === 'sum') return <strong>{words.together}</strong>
  return (
    <div>
      <strong>{part.kind === 'older' ? words.olderMail : words.otherMail}</strong>
      <span className={styles.detail}>{words.otherHint}</span>
    </div>
  )
}

function MailName({ mail }: { readonly mail: RiskMail }) {
  const words = useStore($employeeWords)
  const { text, machine } = displayTime(mail.received_at)
  return (
    <div>
      <strong>
        <SenderName sender={mail.sender_domain || words.unknownSender} />
      </strong>
      <time className={styles.detail} dateTime={machine}>
        {text}
      </time>
    </div>
  )
}

function Fate({ mail }: { readonly mail: RiskMail }) {
  const riskReasonsWords = useStore($riskReasonsWords)
  const words = useStore($employeeWords)
  const levels = {
    safe: words.levelSafe,
    suspicious: words.levelSuspicious,
    malicious: words.levelMalicious,
  }
  return (
    <>
      <Badge {...levelLooks[mail.threat_level]} label={levels[mail.threat_level]} />
      <span>{riskReasonsWords[fateOf(mail)]}</span>
    </>
  )
}
