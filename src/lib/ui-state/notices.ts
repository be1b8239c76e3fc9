import { atom, computed, type ReadableAtom } from 'nanostores'
import { forgetWithSession } from '../session/forget.ts'

export interface Notice {
  readonly id: number
  /** A problem stays until it is dismissed or resolved; the others leave by themselves. */
  readonly kind: 'problem' | 'success' | 'remark'
  readonly text: string
  /** What it is about: one form or one action. */
  readonly topic: string
  /** How many dialogs were open when it came; it belongs to the innermost of them. */
  readonly depth: number
}

/** The notices of one form or action; a new one replaces what was said before. */
export interface TopicNotices {
  /** Says what went wrong or is missing. */
  readonly problem: (text: string) => void
  /** Says that something was done, which resolves the topic's problem. */
  readonly success: (text: string) => void
  /** Says something that is neither. */
  readonly remark: (text: string) => void
  /** A new attempt begins: what was said of the last one is out of date. */
  readonly drop: () => void
}

/** The rule is 6 s at least; a slow reader gets a little more. */
export const readingMs = 8000

const $all = atom<readonly Notice[]>([])
const $openDialogs = atom(0)
const timers = new Map<number, ReturnType<typeof setTimeout>>()
let lastId = 0

forgetWithSession(() => {
  keep(() => false)
  $all.set([])
  $openDialogs.set(0)
})

/** What is shown, oldest first: what came before a dialog opened waits until it has closed. */
export const $notices: ReadableAtom<readonly Notice[]> = computed(
  [$all, $openDialogs],
  (all, open) => all.filter(({ depth }) => depth >= open),
)

export function noticesAbout(topic: string): TopicNotices {
  return {
    problem: (text) => void show('problem', text, topic),
    success: (text) => leaveLater(show('success', text, topic)),
    remark: (text) => leaveLater(show('remark', text, topic)),
    drop: () => keep((notice) => notice.topic !== topic),
  }
}

export function dismissNotice(id: number): void {
  keep((notice) => notice.id !== id)
}

/**
 * A dialog opens and has notices of its own from now on.
 * @returns what closes it: its problems go with it, its successes stay for the page
 */
export function enterDialog(): () => void {
  const depth = $openDialogs.get() + 1
  $openDialogs.set(depth)
  return () => {
    keep((notice) => notice.kind !== 'problem' || notice.depth < depth)
    const outside = Math.min($openDialogs.get(), depth - 1)
    $all.set($all.get().map((notice) => ({ ...notice, depth: Math.min(notice.depth, outside) })))
    $openDialogs.set(outside)
  }
}

function show(kind: Notice['kind'], text: string, topic: string): number {
  lastId += 1
  const others = $all.get().filter((notice) => notice.topic !== topic)
  const notice = { id: lastId, kind, text, topic, depth: $openDialogs.get() }
  $all.set([...others, notice])
  return lastId
}

function leaveLater(id: number): void {
  timers.set(
    id,
    setTimeout(() => dismissNotice(id), readingMs),
  )
}

function keep(isKept: (notice: Notice) => boolean): void {
  const kept = $all.get().filter(isKept)
  for (const [id, timer] of timers) {
    if (kept.some((notice) => notice.id === id)) continue
    clearTimeout(timer)
    timers.delete(id)
  }
  if (kept.length < $all.get().length) $all.set(kept)
}
