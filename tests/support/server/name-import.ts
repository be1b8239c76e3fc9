import { vi } from 'vitest'
import type { ImportOutcome } from '../../../contract/core/import-outcome.ts'
import { createImport } from '../../../src/lib/files/import.ts'

interface Row {
  readonly line: number
  readonly name: string
}

interface Answer {
  readonly line: number
  readonly outcome: ImportOutcome
  readonly keys: readonly string[]
}

/** Sends rows to the server of a test. */
export const send = vi.fn<(rows: readonly Row[], isDry: boolean) => Promise<readonly Answer[]>>()
export const onWritten = vi.fn<() => void>()

/** The import of a file of names, one on each line, in batches of two. */
export const names = createImport({
  parse(text) {
    if (text === 'broken') return 'This is no file of names'
    const rows = text.split('\n').map((name, index) => ({ line: index + 1, name }))
    return { rows, unread: text.startsWith('x') ? ['colour'] : [] }
  },
  send,
  batchRows: 2,
  reasonOf: ({ outcome }: Answer) => (outcome === 'new' ? '' : `is ${outcome}`),
  repeated: (line) => `like line ${line}`,
  onWritten,
})

/** The server's outcomes by name; other names are new, and one that ends with `!` is invalid. */
export const known = new Map<string, ImportOutcome>()

export function judge({ line, name }: Row): Answer {
  const outcome = name.endsWith('!') ? 'invalid' : known.get(name)
  return { line, outcome: outcome ?? 'new', keys: name.split('+') }
}

export async function judgeAll(rows: readonly Row[]): Promise<readonly Answer[]> {
  return rows.map(judge)
}

export const state = () => names.$import.get()

/** The names of each batch. */
export const sent = () => send.mock.calls.map(([rows]) => rows.map(({ name }) => name).join())

/** Holds the next answer back until the returned function is called. */
export function holdAnswer(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  send.mockImplementationOnce(async (rows) => {
    await promise
    return judgeAll(rows)
  })
  return resolve
}

export function beginImport(): void {
  names.startOver()
  known.clear()
  send.mockReset()
  onWritten.mockReset()
  send.mockImplementation(judgeAll)
}
