import { atom, type ReadableAtom } from 'nanostores'
import type { OutputOf } from '../../../contract/core/endpoint.ts'
import type { Flag } from '../../../contract/flags/flag.ts'
import { removeFlagsEndpoint } from '../../../contract/flags/remove-flags.ts'
import { setFlagsEndpoint } from '../../../contract/flags/set-flags.ts'
import { errorOfRow } from '../core/api/errors.ts'
import { call } from '../core/api/http.ts'
import { forgetWithSession } from '../core/storage/forget.ts'

export type SetRow = OutputOf<typeof setFlagsEndpoint>['rows'][number]

/** How long an action can be undone, without the time in which its button is pointed at or focused. */
export const undoMs = 8000

/** The effect of an action: the flags that it added, and those that it replaced or removed. */
interface Done {
  readonly added: readonly Flag[]
  readonly former: readonly Flag[]
  /** The action only removed flags. */
  readonly isRemoval: boolean
}

interface Undo extends Done {
  readonly remainingMs: number
  readonly startedMs: number
  readonly timer: ReturnType<typeof setTimeout> | undefined
}

const $all = atom<ReadonlyMap<string, Undo>>(new Map())

/** Actions that can still be undone, by their sender. */
export const $undos: ReadableAtom<ReadonlyMap<string, Undo>> = $all

forgetWithSession(() => {
  for (const { timer } of $all.get().values()) clearTimeout(timer)
  $all.set(new Map())
})

export function offerUndo(key: string, rows: readonly SetRow[]): void {
  const changed = rows.filter(({ outcome }) => outcome === 'new' || outcome === 'changed')
  const added = changed.flatMap(({ outcome, flag }) => (outcome === 'new' && flag ? [flag] : []))
  const former = changed.flatMap((row) => row.former ?? [])
  dropUndo(key)
  if (changed.length > 0) run(key, { added, former, isRemoval: false }, undoMs)
}

/** Offers to restore a flag that was removed. */
export function offerRestore(key: string, removed: Flag): void {
  dropUndo(key)
  run(key, { added: [], former: [removed], isRemoval: true }, undoMs)
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
  if (undo !== undefined && undo.timer === undefined) run(key, undo, undo.remainingMs)
}

export function dropUndo(key: string): void {
  clearTimeout($all.get().get(key)?.timer)
  const others = new Map($all.get())
  if (others.delete(key)) $all.set(others)
}

/**
 * Removes the flags that the action added, and restores those that it replaced or removed, with their
 * reason and end.
 * @throws like `call`, also where a flag may not be set any more; then it can be tried again
 */
export async function undo(key: string): Promise<void> {
  pauseUndo(key)
  const { added = [], former = [] } = $all.get().get(key) ?? {}
  if (former.length > 0) {
    const flags = former.map(({ flag_type, value, reason, expires_at }, index) => ({
      ...{ line: index + 1, flag_type, value, reason },
      expires_at: expires_at ?? null,
    }))
    const { rows } = await call(setFlagsEndpoint, { replaces: true, flags })
    const failed = rows.find(({ problem }) => problem !== undefined)
    if (failed?.problem !== undefined) throw errorOfRow(failed.problem)
  }
  const ids = added.map(({ id }) => String(id))
  if (ids.length > 0) await call(removeFlagsEndpoint, { ids })
  dropUndo(key)
}

function run(key: string, { added, former, isRemoval }: Done, remainingMs: number): void {
  const timer = setTimeout(() => dropUndo(key), remainingMs)
  const startedMs = performance.now()
  put(key, { added, former, isRemoval, remainingMs, startedMs, timer })
}

function put(key: string, undo: Undo): void {
  $all.set(new Map([...$all.get(), [key, undo]]))
}
