import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import type { ReactNode, RefObject } from 'react'
import { draftOf, keepField } from '../../lib/core/ui-state/drafts.ts'
import { textOf } from '../../lib/core/ui-state/form.ts'
import { acceptedFiles, type Import, type ImportLine } from '../../lib/files/import.ts'
import { $importWords } from '../../lib/files/words/import.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { FileDrop } from '../core/parts/FileDrop.tsx'
import styles from './ImportModal.module.css'

/** The part of an import that its dialogs need to know. */
export interface ImportSource<Row extends { readonly line: number }> {
  readonly store: {
    readonly $import: ReadableAtom<Import<Row>>
    readonly readFiles: (files: readonly File[]) => Promise<void>
    readonly readText: (text: string) => Promise<void>
    readonly correct: (row: Row) => Promise<void>
    readonly startOver: () => void
    readonly run: () => Promise<void>
    readonly stop: () => void
    readonly inviteWaiting: () => Promise<void>
  }
  readonly $words: ReadableAtom<{
    readonly title: string
    readonly running: string
    readonly runningOf: (shown: { done: string; total: string }) => string
    readonly run: (count: number) => string
    readonly brokenHint: string
    /**
     * Leads to another attempt, which is offered after the import, too; without it, to another
     * file.
     */
    readonly back?: string
    /** In place of the words about an import. */
    readonly nothingWritten?: string
    readonly done?: string
  }>
  /** The name of the draft of its lines. */
  readonly draft: string
  /** The row as a line shows it. */
  readonly showRow: (row: Row) => { readonly name: string; readonly detail: string }
  /** The fields of a row that can be corrected in its line. */
  readonly fieldsOf: (line: ImportLine<Row>) => readonly CorrectedField[]
  readonly corrected: (row: Row, fields: ReadonlyMap<string, string>) => Row
  readonly download: () => void
  /** The rows of refused lines, as text to correct; empty where there are none. */
  readonly toCorrect?: (lines: readonly ImportLine<Row>[]) => string
  /** In place of the number of rows: the words of the button that runs it. */
  readonly runWords?: (lines: readonly ImportLine<Row>[]) => string
}

export interface CorrectedField {
  readonly name: string
  readonly label: string
  readonly value: string
}

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
