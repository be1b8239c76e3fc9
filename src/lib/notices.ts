import { atom, type ReadableAtom } from 'nanostores'
import { forgetWithSession } from './forget.ts'

export interface Notice {
  readonly id: number
  /** A problem stays until it is dismissed; a success leaves by itself. */
  readonly kind: 'problem' | 'success'
  readonly text: string
}

/** The rule is 6 s at least; a slow reader gets a little more. */
export const successMs = 8000

const $list = atom<readonly Notice[]>([])
const timers = new Map<number, ReturnType<typeof setTimeout>>()
let lastId = 0

/** What the product has to say, oldest first. */
export const $notices: ReadableAtom<readonly Notice[]> = $list

forgetWithSession(() => {
  for (const timer of timers.values()) clearTimeout(timer)
  timers.clear()
  $list.set([])
})

/** Says what went wrong or is missing. @returns the id with which the caller may take it back */
export function alertProblem(text: string): number {
  return show('problem', text)
}

/** Says that something was done. */
export function alertSuccess(text: string): number {
  const id = show('success', text)
  timers.set(
    id,
    setTimeout(() => dismissNotice(id), successMs),
  )
  return id
}

export function dismissNotice(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  $list.set($list.get().filter((notice) => notice.id !== id))
}

/** Saying the same thing again replaces it, so that it is announced once more but never piles up. */
function show(kind: Notice['kind'], text: string): number {
  const same = $list.get().find((notice) => notice.kind === kind && notice.text === text)
  if (same !== undefined) dismissNotice(same.id)
  lastId += 1
  $list.set([...$list.get(), { id: lastId, kind, text }])
  return lastId
}
