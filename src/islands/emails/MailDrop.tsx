import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { checkFiles } from '../../lib/emails/mail-check.ts'
import { $mailFileWords } from '../../lib/emails/mail-file/mail-file.words.yaml'
import { acceptedFiles } from '../../lib/emails/mail-file/read-mail-file.ts'
import { $mailCheckWords } from '../../lib/emails/words/mail-check.words.yaml'
import { FileDrop } from '../core/parts/FileDrop.tsx'
import styles from './CheckMailModal.module.css'
import { TextCheck } from './TextCheck.tsx'

const check = (files: readonly File[]) => void checkFiles(files)

/** Also shown after a check that failed. */
export function MailDrop() {
  const words = useStore($mailCheckWords)
  const { howToSave } = useStore($mailFileWords)
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
      <p className={styles.hint}>{howToSave}</p>
      <TextCheck />
      <p className={styles.hint}>{words.privacy}</p>
    </div>
  )
}
