import { type ChangeEvent, useId } from 'react'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { useFileDrop } from '../../../ui/use-file-drop.ts'
import styles from './FileDrop.module.css'

interface FileDropProps {
  /** For the `accept` of the file input. */
  readonly accept: string
  readonly icon?: IconName
  readonly words: { readonly choose: string; readonly dropHere: string; readonly orDrop: string }
  /** Called with what the user chose or dropped. */
  readonly onFiles: (files: readonly File[]) => void
  /** The id of a text that describes the input, besides `orDrop`. */
  readonly describedBy?: string
}

/** Takes a file that is dropped anywhere in the window, or chosen by pointer or keyboard. */
export function FileDrop({ accept, icon, words, onFiles, describedBy }: FileDropProps) {
  const isDragging = useFileDrop(onFiles)
  const id = useId()
  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const files = [...(currentTarget.files ?? [])]
    // The same file may be chosen again.
    currentTarget.value = ''
    onFiles(files)
  }
  return (
    <>
      <label className={styles.drop} data-dragging={isDragging}>
        <input
          type="file"
          accept={accept}
          aria-describedby={describedBy === undefined ? id : `${describedBy} ${id}`}
          onChange={choose}
        />
        {icon !== undefined && <Icon name={icon} />}
        <span className={styles.choose}>{isDragging ? words.dropHere : words.choose}</span>
      </label>
      <p id={id} className="soft">
        {words.orDrop}
      </p>
    </>
  )
}
