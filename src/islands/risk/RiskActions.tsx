import { useStore } from '@nanostores/react'
import { shownSender } from '../../lib/core/format/shown-sender.ts'
import { actionsOf, type RiskAction, type RiskReasons } from '../../lib/risk/risk-reasons.ts'
import {
  $riskReasonsWords,
  type RiskReasonsWords,
} from '../../lib/risk/words/risk-reasons.words.yaml'
import styles from './RiskView.module.css'

/** Three actions that help, by what was received, each with its link. */
export function RiskActions({ risk }: { readonly risk: RiskReasons }) {
  const words = useStore($riskReasonsWords)
  return (
    <section className={styles.section} aria-labelledby="risk-actions">
      <h2 id="risk-actions">{words.actionsTitle}</h2>
      <ul className={styles.actions}>
        {actionsOf(risk).map((action) => {
          const { title, hint, link } = wordsOf(action, words)
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

function wordsOf({ kind, sender, mailCount }: RiskAction, words: RiskReasonsWords) {
  const { text } = shownSender(sender)
  const link = words[`${kind}Link`]
  if (kind === 'block') {
    return { title: words.block({ sender: text }), hint: words.blockHint(mailCount), link }
  }
  if (kind === 'report') {
    return { title: words.report, hint: words.reportHint({ sender: text }), link }
  }
  return { title: words[kind], hint: words[`${kind}Hint`], link }
}
