import { useStore } from '@nanostores/react'
import type { ReactNode, RefObject } from 'react'
import { draftOf, keepField } from '../../lib/core/ui-state/drafts.ts'
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
  /** The name of the draft of the lines. */
  readonly draft: string
  readonly ref?: RefObject<HTMLFormElement | null>
  /** In place of reading the lines. */
  readonly onLines?: (lines: string) => Promise<void>
  readonly onTemplate?: () => void
  /** Where lines are more usual than a file: the words of their field, which stands above the file. */
  readonly lines?: { readonly label: string; readonly hint: string; readonly placeholder: string }
  /** Stands below the file. */
  readonly note?: ReactNode
  readonly children?: ReactNode
}

/** Takes a file or pasted lines. */
export function ImportForm<Row extends { readonly line: number }>(props: ImportFormProps<Row>) {
  const { store, draft, ref, onLines = store.readText, onTemplate, lines, note, children } = props
  const words = { ...useStore($importWords), ...props.words }
  const { problem } = useStore(store.$import)
  const field = (
    <Field
      name="lines"
      label={lines?.label ?? words.paste}
      hint={lines?.hint ?? words.pasteHint}
      required={lines !== undefined}
    >
      {(control) => (
        <textarea
          {...control}
          rows={lines === undefined ? 3 : 6}
          defaultValue={draftOf(draft)?.fields.lines ?? ''}
          placeholder={lines?.placeholder}
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ currentTarget }) => keepField(draft, 'lines', currentTarget.value)}
        />
      )}
    </Field>
  )
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
        {lines !== undefined && field}
        <FileDrop
          accept={acceptedFiles}
          words={words}
          onFiles={(files) => void store.readFiles(files)}
        />
        {lines === undefined && field}
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
