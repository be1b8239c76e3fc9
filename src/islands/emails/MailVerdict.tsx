import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { visibleText } from '../../lib/core/format/shown-sender.ts'
import { type MailCheck, reasonsOf, startOver } from '../../lib/emails/mail-check.ts'
import { $mailCheckWords } from '../../lib/emails/words/mail-check.words.yaml'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { levelLooks } from '../core/parts/level-looks.ts'
import styles from './CheckMailModal.module.css'
import { MailReport } from './MailReport.tsx'

interface MailVerdictProps {
  readonly check: Extract<MailCheck, { readonly status: 'checked' }>
}

/** The verdict in word, icon and colour, with reasons and what could not be checked. */
export function MailVerdict({ check }: MailVerdictProps) {
  const words = useStore($mailCheckWords)
  const { verdict, fileName, kind } = check
  const heading = useRef<HTMLHeadingElement>(null)
  // The focused element is gone, and the user waits for the verdict.
  useEffect(() => heading.current?.focus(), [])
  const level = verdict.threat_level
  const labels = {
    safe: words.levelSafe,
    suspicious: words.levelSuspicious,
    malicious: words.levelMalicious,
  }
  const advice = {
    safe: words.safeAdvice,
    suspicious: words[verdict.advice],
    malicious: words.maliciousAdvice,
  }
  const reasons = reasonsOf(verdict)
  const isNoted = level === 'safe' && reasons.length > 0
  const own = {
    mail: {},
    converted: { dkim: words.dkimLost },
    pasted: { spf: words.spfOfText, dkim: words.dkimOfText, filter: words.filterOfText },
  }[kind]
  return (
    <div className={styles.result}>
      <div className={styles.verdict} data-level={level}>
        <Badge {...levelLooks[level]} label={labels[level]} />
        <h3 ref={heading} tabIndex={-1}>
          {isNoted ? words.noted : words[level]}
        </h3>
        <p>{isNoted ? words[verdict.advice] : advice[level]}</p>
        <p className={styles.hint}>
          {fileName === undefined ? (
            words.pastedText
          ) : (
            <>
              {words.file}: <bdi>{visibleText(fileName)}</bdi>
            </>
          )}
        </p>
      </div>
      {reasons.length > 0 && (
        <section>
          <h4>{words.reasons}</h4>
          <ul>
            {reasons.map((reason) => (
              <li key={reason}>
                <bdi>{visibleText(reason)}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
      {verdict.supporting.length > 0 && (
        <section>
          <h4>{words.supporting}</h4>
          <ul>
            {verdict.supporting.map((reason) => (
              <li key={reason}>
                <bdi>{visibleText(reason)}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
      {verdict.unchecked.length > 0 && (
        <details>
          <summary>{words.unchecked}</summary>
          <ul>
            {verdict.unchecked.map((part) => (
              <li key={part}>{{ ...words, ...own }[part]}</li>
            ))}
          </ul>
        </details>
      )}
      <MailReport opinion={check.opinion} />
      <div className="modal-actions">
        <Button variant="plain" onClick={startOver}>
          {words.another}
        </Button>
      </div>
    </div>
  )
}
