import { useStore } from '@nanostores/react'
import type { ReactNode, RefObject } from 'react'
import { textOf } from '../../lib/core/ui-state/form.ts'
import { acceptedFiles } from '../../lib/files/import.ts'
import { $importWords } from '../../lib/files/words/import.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { FileDrop } from '../core/parts/FileDrop.tsx'
import styles from './ImportModal.module.css'
import type { ImportSource } from './import-source.ts'

interface ImportFormProps<Row extends { readonly line: number }> {
  readonly store: ImportSource<Row>['store']
  readonly words: { readonly orDrop: string }
  readonly ref?: RefObject<HTMLFormElement | null>
  /** In place of reading the lines. */
  readonly onLines?: (lines: string) => Promise<void>
  readonly onTemplate?: () => void
  /** The field `lines`, above the file, in place of one to paste into. */
  readonly lines?: ReactNode
  /** Stands below the file. */
  readonly note?: ReactNode
  readonly children?: ReactNode
}

/** Takes a file or pasted lines. */
export function ImportForm<Row extends { readonly line: number }>(props: ImportFormProps<Row>) {
  const { store, ref, onLines = store.readText, onTemplate, lines, note, children } = props
  const words = { ...useStore($importWords), ...props.words }
  const { problem } = useStore(store.$import)
  return (
    <>
      {problem !== '' && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <form
        ref={ref}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void onLines(textOf(new FormData(event.currentTarget), 'lines'))
        }}
      >
        {children}
        {lines}
        <FileDrop
          accept={acceptedFiles}
          words={words}
          onFiles={(files) => void store.readFiles(files)}
        />
        {lines === undefined && (
          <Field name="lines" label={words.paste} hint={words.pasteHint}>
            {(control) => (
              <textarea {...control} rows={3} spellCheck={false} autoCapitalize="none" />
            )}
          </Field>
        )}
        {note}
        <div className="modal-actions">
          {onTemplate !== undefined && (
            <Button variant="plain" onClick={onTemplate}>
              {words.template}
            </Button>
          )}
          <Button type="submit">{words.check}</Button>
        </div>
      </form>
    </>
  )
}
