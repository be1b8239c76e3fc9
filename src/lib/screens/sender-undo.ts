import { atom, type ReadableAtom } from 'nanostores'
import type { OutputOf } from '../../../contract/endpoint.ts'
import { flagsRemoveManyEndpoint } from '../../../contract/endpoints/flags-remove-many.ts'
import { flagsSetEndpoint } from '../../../contract/endpoints/flags-set.ts'
import { call } from '../api/http.ts'
import { forgetWithSession } from '../session/forget.ts'

export type SetRow = OutputOf<typeof flagsSetEndpoint>['rows'][number]

/** How long an action can be undone, without the time in which its button is pointed at or focused. */
export const undoMs = 8000

interface Undo {
  readonly rows: readonly SetRow[]
  readonly remainingMs: number
  readonly startedMs: number
  readonly timer: ReturnType<typeof setTimeout> | undefined
}

const $all = atom<ReadonlyMap<string, Undo>>(new Map())

/** What can still be undone, by the sender that was acted on. */
export const $undos: ReadableAtom<ReadonlyMap<string, Undo>> = $all

forgetWithSession(() => {
  for (const { timer } of $all.get().values()) clearTimeout(timer)
  $all.set(new Map())
})

export function offerUndo(key: string, rows: readonly SetRow[]): void {
  const changed = rows.filter(({ outcome }) => outcome === 'new' || outcome === 'changed')
  dropUndo(key)
  if (changed.length > 0) run(key, changed, undoMs)
}

export function pauseUndo(key: string): void {
  const undo = $all.get().get(key)
  if (undo?.timer === undefined) return
  clearTimeout(undo.timer)
  const spentMs = performance.now() - undo.startedMs
  put(key, { ...undo, timer: undefined, remainingMs: Math.max(0, undo.remainingMs - spentMs) })
}

export function resumeUndo(key: string): void {
  const undo = $all.get().get(key)
  if (undo !== undefined && undo.timer === undefined) run(key, undo.rows, undo.remainingMs)
}

export function dropUndo(key: string): void {
  clearTimeout($all.get().get(key)?.timer)
  const others = new Map($all.get())
  if (others.delete(key)) $all.set(others)
}

/**
 * Removes the flags that the action added, and restores those that it replaced.
 * @throws like `call`, and then it can be tried again
 */
export async function undo(key: string): Promise<void> {
  pauseUndo(key)
  const rows = $all.get().get(key)?.rows ?? []
  const added = rows.flatMap(({ outcome, flag }) =>
    outcome === 'new' && flag !== null ? [flag.id] : [],
  )
  const former = rows.flatMap((row) => row.former ?? [])
  if (former.length > 0) {
    const flags = former.map(({ flag_type, value, reason, expires_at }, index) => ({
      ...{ line: index + 1, flag_type, value, reason },
      expires_at: expires_at ?? null,
    }))
    await call(flagsSetEndpoint, { replaces: true, flags })
  }
  if (added.length > 0) await call(flagsRemoveManyEndpoint, { ids: added.map(String) })
  dropUndo(key)
}

function run(key: string, rows: readonly SetRow[], remainingMs: number): void {
  const timer = setTimeout(() => dropUndo(key), remainingMs)
  put(key, { rows, remainingMs, startedMs: performance.now(), timer })
}

function put(key: string, undo: Undo): void {
  $all.set(new Map([...$all.get(), [key, undo]]))
}
