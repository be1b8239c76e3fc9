import { useStore } from '@nanostores/react'
import { $employeeWords } from '../../lib/employee/words/employee.words.yaml'
import styles from './Tips.module.css'

/** Four security tips (R117). */
export function Tips() {
  const words = useStore($employeeWords)
  const tips = [
    [words.tipSenderTitle, words.tipSender],
    [words.tipLinkTitle, words.tipLink],
    [words.tipPaymentTitle, words.tipPayment],
    [words.tipReportTitle, words.tipReport],
  ] as const
  return (
    <section className={styles.tips} aria-labelledby="tips-title">
      <h2 id="tips-title">{words.tipsTitle}</h2>
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
