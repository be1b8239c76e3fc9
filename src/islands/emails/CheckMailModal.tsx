import { useStore } from '@nanostores/react'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { visibleText } from '../../lib/core/format/shown-sender.ts'
import { $judgedMailWords, type JudgedMailWords } from '../../lib/core/words/judged-mail.words.yaml'
import {
  $mailCheck,
  checkFiles,
  checkText,
  findingsOf,
  longestNote,
  type MailCheck,
  type MailOpinion,
  reportCheck,
  startOver,
  withIsolates,
} from '../../lib/emails/mail-check.ts'
import { $mailFileWords } from '../../lib/emails/mail-file/mail-file.words.yaml'
import { acceptedFiles } from '../../lib/emails/mail-file/read-mail-file.ts'
import { $mailCheckWords, type MailCheckWords } from '../../lib/emails/words/mail-check.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { useForm } from '../../ui/use-form.ts'
import { draw } from '../core/judged/draw.ts'
import { holdLongText } from '../core/judged/hold-long-text.ts'
import { shownVerdict } from '../core/judged/shown-verdict.ts'
import { FileDrop } from '../core/parts/FileDrop.tsx'
import styles from './CheckMailModal.module.css'
import '../core/judged/judged-mail.css'
import '../core/judged/shown-mail.css'

/** Typed text outlasts a check of a file that failed, and the dialog. */
const draft = 'mail-check'

/** Takes a text or a link where there is no file. */
function TextCheck() {
  const words = useStore($mailCheckWords)
  const { restNotShown } = useStore($judgedMailWords)
  const { pending, field, onSubmit } = useForm(checkText, undefined, draft)
  const place = useRef<HTMLTextAreaElement>(null)
  const [isLonger, setIsLonger] = useState(false)
  // After the draft was restored, and before it is drawn.
  useLayoutEffect(() => {
    if (place.current !== null) holdLongText(place.current, setIsLonger)
  }, [])
  const hint = isLonger ? restNotShown : words.pastedHint
  return (
    <form ref={useDraft(draft)} noValidate onSubmit={onSubmit}>
      <Field {...field('text')} label={words.pasted} hint={hint}>
        {(control) => <textarea {...control} ref={place} rows={4} dir="auto" />}
      </Field>
      <div className="modal-actions">
        <Button type="submit" pending={pending}>
          {pending ? words.checking : words.checkText}
        </Button>
      </div>
    </form>
  )
}

const check = (files: readonly File[]) => void checkFiles(files)

/** Takes a text or a file, and stays while it is checked: after a failure all is as it was. */
function MailDrop() {
  const words = useStore($mailCheckWords)
  const { howToSave } = useStore($mailFileWords)
  const { status } = useStore($mailCheck)
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  // After a verdict the focused button is gone.
  useEffect(() => place.current?.querySelector('textarea')?.focus(), [])
  return (
    <div className={styles.choice} ref={place} aria-busy={status === 'checking'}>
      <p>{words.explained}</p>
      <TextCheck />
      {status === 'checking' && <Spinner label={words.checking} />}
      <FileDrop accept={acceptedFiles} icon="mail" words={words} describedBy={id} onFiles={check} />
      <p id={id} className="soft">
        {howToSave}
      </p>
      <p className="soft">{words.privacy}</p>
    </div>
  )
}

interface CheckMailModalProps {
  readonly onClose: () => void
}

/** Checks a mail that the user has as a file, or a text of it. */
export function CheckMailModal({ onClose }: CheckMailModalProps) {
  const words = useStore($mailCheckWords)
  const check = useStore($mailCheck)
  useEffect(() => startOver, [])
  return (
    <Modal title={words.title} isOpen isWide onDismiss={onClose}>
      {check.status === 'checked' ? <MailVerdict check={check} /> : <MailDrop />}
    </Modal>
  )
}

type Checked = Extract<MailCheck, { readonly status: 'checked' }>

/** The verdict beside the mail, as on the front page, and the user's answer to it. */
function MailVerdict({ check }: { readonly check: Checked }) {
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

/** The user's own opinion of the checked mail. */
function MailReport({ opinion }: { readonly opinion: MailOpinion | undefined }) {
  const words = useStore($mailCheckWords)
  const titleId = useId()
  const chosen = useRef<MailOpinion>('dangerous')
  const { pending, field, onSubmit } = useForm((form) => reportCheck(form, chosen.current))
  if (opinion !== undefined) {
    const said = { honest: words.reportedHonest, dangerous: words.reportedDangerous }
    return <p className={styles.reported}>{said[opinion]}</p>
  }
  return (
    <form className={styles.report} aria-labelledby={titleId} noValidate onSubmit={onSubmit}>
      <h4 id={titleId}>{words.reportTitle}</h4>
      <Field {...field('note')} label={words.note}>
        {(control) => <textarea {...control} rows={2} maxLength={longestNote} />}
      </Field>
      <div className="modal-actions">
        {(['honest', 'dangerous'] as const).map((choice) => (
          <Button
            key={choice}
            type="submit"
            variant="secondary"
            pending={pending}
            onClick={() => {
              chosen.current = choice
            }}
          >
            {words[choice]}
          </Button>
        ))}
      </div>
    </form>
  )
}
