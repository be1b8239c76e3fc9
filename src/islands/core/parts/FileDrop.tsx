import { type ChangeEvent, useEffect, useId, useState } from 'react'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import styles from './FileDrop.module.css'

/**
 * Takes files that are dropped anywhere in the window, where a browser would open them instead.
 * @returns whether files are being dragged over the window
 */
export function useFileDrop(onDrop: (files: readonly File[]) => void): boolean {
  const [isDragging, setDragging] = useState(false)
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setDragging(true)
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setDragging(false)
    }
    const drop = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return
      event.preventDefault()
      setDragging(false)
      onDrop([...event.dataTransfer.files])
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [onDrop])
  return isDragging
}

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
