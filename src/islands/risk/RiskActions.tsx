import { useStore } from '@nanostores/react'
import { shownSender } from '../../lib/core/format/shown-sender.ts'
import { actionsOf, type RiskAction, type RiskReasons } from '../../lib/risk/risk-reasons.ts'
import {
  $riskReasonsMessages,
  type RiskReasonsMessages,
} from '../../lib/risk/words/risk-reasons.words.yaml'
import styles from './RiskView.module.css'

/** Three actions that help, by what was received, each with its link. */
export function RiskActions({ risk }: { readonly risk: RiskReasons }) {
  const messages = useStore($riskReasonsMessages)
  return (
    <section className={styles.section} aria-labelledby="risk-actions">
      <h2 id="risk-actions">{messages.actionsTitle}</h2>
      <ul className={styles.actions}>
        {actionsOf(risk).map((action) => {
          const { title, hint, link } = wordsOf(action, messages)
          return (
            <li key={action.kind}>
              <h3>
                <bdi>{title}</bdi>
              </h3>
              <p>{hint}</p>
              <a href={action.href}>{link}</a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function wordsOf({ kind, sender, mailCount }: RiskAction, messages: RiskReasonsMessages) {
  const { text } = shownSender(sender)
  const link = messages[`${kind}Link`]
  if (kind === 'block') {
    return { title: messages.block({ sender: text }), hint: messages.blockHint(mailCount), link }
  }
  if (kind === 'report') {
    return { title: messages.report, hint: messages.reportHint({ sender: text }), link }
  }
  return { title: messages[kind], hint: messages[`${kind}Hint`], link }
}
