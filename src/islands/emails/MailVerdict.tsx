import { useStore } from '@nanostores/react'
import { useLayoutEffect, useRef } from 'react'
import { visibleText } from '../../lib/core/format/shown-sender.ts'
import { $judgedMailWords, type JudgedMailWords } from '../../lib/core/words/judged-mail.words.yaml'
import { findingsOf, type MailCheck, startOver, withIsolates } from '../../lib/emails/mail-check.ts'
import { $mailCheckWords, type MailCheckWords } from '../../lib/emails/words/mail-check.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { draw } from '../core/judged/draw.ts'
import { shownVerdict } from '../core/judged/shown-verdict.ts'
import '../core/judged/judged-mail.css'
import '../core/judged/shown-mail.css'
import styles from './CheckMailModal.module.css'
import { MailReport } from './MailReport.tsx'

type Checked = Extract<MailCheck, { readonly status: 'checked' }>

/** The verdict beside the mail, as on the front page, and the user's answer to it. */
export function MailVerdict({ check }: { readonly check: Checked }) {
  const words = useStore($mailCheckWords)
  const judgedWords = useStore($judgedMailWords)
  const place = useRef<HTMLDivElement>(null)
  const { verdict, mail, kind } = check
  useLayoutEffect(() => {
    const shown = draw(shownCheck({ verdict, mail, kind }, { ...judgedWords, ...words }))
    place.current?.replaceChildren(shown)
    // The focused element is gone, and the user waits for the verdict.
    shown.querySelector('h3')?.focus()
  }, [verdict, mail, kind, words, judgedWords])
  return (
    <div className={styles.result}>
      <div ref={place} />
      <MailReport opinion={check.opinion} />
      <div className="modal-actions">
        <Button variant="secondary" onClick={startOver}>
          {words.another}
        </Button>
      </div>
    </div>
  )
}

function shownCheck(
  { verdict, mail, kind }: Pick<Checked, 'verdict' | 'mail' | 'kind'>,
  words: MailCheckWords & JudgedMailWords,
) {
  const { against, supporting } = findingsOf(verdict, mail)
  const advice = {
    safe: against.length === 0 ? words.safeAdvice : words[verdict.advice],
    suspicious: words[verdict.advice],
    malicious: words.maliciousAdvice,
  }
  const ofKind = {
    mail: {},
    converted: { dkim: words.dkimLost },
    pasted: { spf: words.spfOfText, dkim: words.dkimOfText, filter: words.filterOfText },
  }[kind]
  const said = { ...words, ...ofKind }
  const visible = <Sentence extends { readonly text: string }>(sentence: Sentence) => ({
    ...sentence,
    text: withIsolates(visibleText(sentence.text)),
  })
  return shownVerdict({
    level: verdict.threat_level,
    advice: advice[verdict.threat_level],
    against: against.map(visible),
    supporting: supporting.map(visible),
    unchecked: verdict.unchecked.map((part) => said[part]),
    mail,
  })
}
