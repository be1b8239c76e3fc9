import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { acceptedFiles, checkFiles } from '../../lib/emails/mail-check.ts'
import { $mailCheckWords } from '../../lib/emails/words/mail-check.words.yaml'
import { FileDrop } from '../core/parts/FileDrop.tsx'
import styles from './CheckMailModal.module.css'
import { TextCheck } from './TextCheck.tsx'

const check = (files: readonly File[]) => void checkFiles(files)

/** Also shown after a check that failed. */
export function MailDrop() {
  const words = useStore($mailCheckWords)
  const id = useId()
  return (
    <div className={styles.choice}>
      <p id={id}>{words.explained}</p>
      <FileDrop
        accept={acceptedFiles}
        icon="mail"
        words={words}
        describedBy={id}
        isMain
        onFiles={check}
      />
      <TextCheck />
      <p className={styles.hint}>{words.privacy}</p>
    </div>
  )
}
