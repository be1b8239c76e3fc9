import { useStore } from '@nanostores/react'
import { $employeeMessages } from '../../lib/emails/words/employee.words.yaml'
import styles from './Tips.module.css'

/** Four security tips (R117). */
export function Tips() {
  const messages = useStore($employeeMessages)
  const tips = [
    [messages.tipSenderTitle, messages.tipSender],
    [messages.tipLinkTitle, messages.tipLink],
    [messages.tipPaymentTitle, messages.tipPayment],
    [messages.tipReportTitle, messages.tipReport],
  ] as const
  return (
    <section className={styles.tips} aria-labelledby="tips-title">
      <h2 id="tips-title">{messages.tipsTitle}</h2>
      <ol>
        {tips.map(([title, text]) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
