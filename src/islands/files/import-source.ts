import type { ReadableAtom } from 'nanostores'
import type { ComponentType } from 'react'
import type { Import } from '../../lib/files/import.ts'

/** The part of an import that its dialogs need to know. */
export interface ImportSource<Row extends { readonly line: number }> {
  readonly store: {
    readonly $import: ReadableAtom<Import<Row>>
    readonly readFiles: (files: readonly File[]) => Promise<void>
    readonly readText: (text: string) => Promise<void>
    readonly startOver: () => void
    readonly run: () => Promise<void>
    readonly stop: () => void
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
  /** The row as a line shows it. */
  readonly showRow: (row: Row) => { readonly name: string; readonly detail: string }
  readonly download: () => void
  /** An action for a line that is there already. */
  readonly Action?: ComponentType<{ readonly row: Row }>
}
