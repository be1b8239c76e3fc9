import type { AuditEntry } from '../../../contract/audit/audit-entry.ts'
import { nameOfActor, wordsOf } from './activity.ts'
import { $activityWords } from './words/activity.words.yaml'

/** A row of the list: an entry, or several that say little alone. */
export type ActivityFold = readonly [AuditEntry, ...AuditEntry[]]

/**
 * Puts ordinary sign-ins and sign-outs that follow each other into one row; attempts that failed stay
 * rows of their own.
 */
export function foldSignIns(entries: readonly AuditEntry[]): readonly ActivityFold[] {
  const folds: [AuditEntry, ...AuditEntry[]][] = []
  for (const entry of entries) {
    const last = folds.at(-1)
    if (last !== undefined && isOrdinary(last[0]) && isOrdinary(entry)) last.push(entry)
    else folds.push([entry])
  }
  return folds
}

function isOrdinary({ action }: AuditEntry): boolean {
  return action === 'sign-in' || action === 'logout'
}

/** The action of a row, or how many sign-ins and sign-outs it holds. */
export function whatOf(fold: ActivityFold): string {
  const words = $activityWords.get()
  if (fold.length === 1) return wordsOf(fold[0].action)
  const signIns = fold.filter(({ action }) => action === 'sign-in').length
  const signOuts = fold.length - signIns
  return [signIns > 0 && words.signIns(signIns), signOuts > 0 && words.signOuts(signOuts)]
    .filter(Boolean)
    .join(' · ')
}

/** The names of the actors, each once. */
export function whoOf(fold: ActivityFold): string {
  return [...new Set(fold.map(nameOfActor))].join(' · ')
}

/** The organization of all entries; empty where they are of several. */
export function organizationOf(fold: ActivityFold): string {
  const [name, ...others] = new Set(fold.map((entry) => entry.organization_name ?? ''))
  return others.length === 0 ? (name ?? '') : ''
}
