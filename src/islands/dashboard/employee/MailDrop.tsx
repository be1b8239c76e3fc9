import { useStore } from '@nanostores/react'
import { type ChangeEvent, useEffect, useId, useRef } from 'react'
import { $mailCheckMessages } from '../../../lib/messages/mail-check.ts'
import { acceptedFiles, checkFiles } from '../../../lib/screens/mail-check.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { useFileDrop } from '../../../ui/use-file-drop.ts'
import styles from './CheckMailModal.module.css'

const check = (files: readonly File[]) => void checkFiles(files)

/** Takes a file that is dropped anywhere in the window, or chosen by pointer or keyboard. */
export function MailDrop() {
  const messages = useStore($mailCheckMessages)
  const isDragging = useFileDrop(check)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  // Also after a check that failed.
  useEffect(() => input.current?.focus(), [])
  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const files = [...(currentTarget.files ?? [])]
    // The same file may be chosen again.
    currentTarget.value = ''
    check(files)
  }
  return (
    <div className={styles.choice}>
      <p id={`${id}-explained`}>{messages.explained}</p>
      <label className={styles.drop} data-dragging={isDragging}>
        <input
          ref={input}
          type="file"
          accept={acceptedFiles}
          aria-describedby={`${id}-explained ${id}-drop`}
          onChange={choose}
        />
        <Icon name="mail" />
        <span className={styles.choose}>{isDragging ? messages.dropHere : messages.choose}</span>
      </label>
      <p id={`${id}-drop`} className={styles.hint}>
        {messages.orDrop}
      </p>
      <p className={styles.hint}>{messages.privacy}</p>
    </div>
  )
}
