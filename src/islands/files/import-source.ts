import type { ReadableAtom } from 'nanostores'
import type { ComponentType } from 'react'
import type { Import } from '../../lib/files/import.ts'

/** What the dialogs of all imports need to know of one. */
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
    /** What leads to another attempt, which is offered after the import, too; without it, to another file. */
    readonly back?: string
    /** In place of the words about an import. */
    readonly nothingWritten?: string
    readonly done?: string
  }>
  /** What a line shows of its row. */
  readonly showRow: (row: Row) => { readonly name: string; readonly detail: string }
  readonly download: () => void
  /** What can be done about a line that is there already. */
  readonly Action?: ComponentType<{ readonly row: Row }>
}
