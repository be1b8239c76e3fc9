import { atom } from 'nanostores'
import type { User } from '../../../contract/fields/user.ts'
import { resetWithUser } from '../session/forget.ts'

export type Selection = ReadonlySet<User['id']>

/** The rows of the table that are chosen; undefined while rows cannot be chosen. */
export const $selection = resetWithUser(atom<Selection | undefined>())

export function toggleUser(id: User['id']): void {
  const selection = $selection.get() ?? new Set()
  const others = [...selection].filter((other) => other !== id)
  $selection.set(new Set(selection.has(id) ? others : [...others, id]))
}
