import type { ReadableAtom } from 'nanostores'
import type { Import, ImportLine } from '../../lib/files/import.ts'

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
