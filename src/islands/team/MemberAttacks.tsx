import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { displayTime } from '../../lib/core/i18n/format.ts'
import type { MemberDetails } from '../../lib/team/team-member.ts'
import { $teamMemberWords } from '../../lib/team/words/team-member.words.yaml'
import { Badge } from '../../ui/Badge.tsx'
import { Cell, Table } from '../../ui/Table.tsx'
import { levelLooks } from '../core/parts/level-looks.ts'
import { SenderName } from '../core/parts/SenderName.tsx'
import styles from './MemberPanel.module.css'

/** The kinds of attack that a member met, and the newest mails without their subjects. */
export function MemberAttacks({ member }: { readonly member: MemberDetails }) {
  const words = useStore($teamMemberWords)
  const titleId = useId()
  const kinds = member.kinds ?? []
  const threats = member.threats ?? []
  const most = Math.max(1, ...kinds.map(({ count }) => count))
  return (
    <section className={styles.part} aria-labelledby={titleId}>
      <h3 id={titleId}>{words.attacks}</h3>
      {kinds.length === 0 ? (
        <p>{words.noAttacks}</p>
      ) : (
        <ul className={styles.kinds}>
          {kinds.map(({ kind, count }) => (
            <li key={kind}>
              <span>{words[kind]}</span>
              <strong>{words.countOfKind(count)}</strong>
              <svg className={styles.bar} aria-hidden="true">
                <rect width={`${(count / most) * 100}%`} height="100%" rx="3" />
              </svg>
            </li>
          ))}
        </ul>
      )}
      {threats.length > 0 && (
        <details className={styles.newest}>
          <summary>{words.newest}</summary>
          <Table
            label={words.newest}
            className={styles.threats}
            columns={[
              { label: words.sender },
              { label: words.threatLevel },
              { label: words.kind },
              { label: words.time },
            ]}
            total={threats.length}
            rows={threats.map((threat, place) => ({ ...threat, place }))}
            rowKey={({ place }) => place}
            row={({ threat_level, kind, sender_domain, at }) => (
              <>
                <Cell part="title">
                  {sender_domain === '' ? (
                    words.unknownSender
                  ) : (
                    <SenderName sender={sender_domain} isClamped />
                  )}
                </Cell>
                <Cell part="beside">
                  <Badge {...levelLooks[threat_level]} label={words[threat_level]} />
                </Cell>
                <Cell part="detail">{words[kind]}</Cell>
                <Cell part="detail">
                  <Time at={at} />
                </Cell>
              </>
            )}
          />
        </details>
      )}
      <p className="soft">{words.privacy}</p>
    </section>
  )
}

function Time({ at }: { readonly at: string }) {
  const { text, machine } = displayTime(at)
  return <time dateTime={machine}>{text}</time>
}
