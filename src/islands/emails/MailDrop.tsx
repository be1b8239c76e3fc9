import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef } from 'react'
import { $mailCheck, checkFiles } from '../../lib/emails/mail-check.ts'
import { $mailFileWords } from '../../lib/emails/mail-file/mail-file.words.yaml'
import { acceptedFiles } from '../../lib/emails/mail-file/read-mail-file.ts'
import { $mailCheckWords } from '../../lib/emails/words/mail-check.words.yaml'
import { Spinner } from '../../ui/Spinner.tsx'
import { FileDrop } from '../core/parts/FileDrop.tsx'
import styles from './CheckMailModal.module.css'
import { TextCheck } from './TextCheck.tsx'

const check = (files: readonly File[]) => void checkFiles(files)

/** Takes a text or a file, and stays while it is checked: after a failure all is as it was. */
export function MailDrop() {
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
      <p id={id} className={styles.hint}>
        {howToSave}
      </p>
      <p className={styles.hint}>{words.privacy}</p>
    </div>
  )
}
