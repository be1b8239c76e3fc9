import { atom, type ReadableAtom } from 'nanostores'
import { resetWithUser } from '../storage/forget.ts'

/** Rows of a table that are chosen, by their ids. */
export function createSelection<Id>() {
  const $chosen = resetWithUser(atom<ReadonlySet<Id> | undefined>())
  /** Undefined while rows cannot be chosen. */
  const $selection: ReadableAtom<ReadonlySet<Id> | undefined> = $chosen

  function choose(ids: Iterable<Id>): void {
    $chosen.set(new Set(ids))
  }

  function toggle(id: Id): void {
    const chosen = $chosen.get() ?? new Set()
    const others = [...chosen].filter((other) => other !== id)
    choose(chosen.has(id) ? others : [...chosen, id])
  }

  function end(): void {
    $chosen.set(undefined)
  }

  return { $selection, choose, toggle, end }
}
