import { settings } from '../../core/settings.ts'
import { type Finding, well, wrong } from './finding.ts'

/** What the build of the site reads. */
const ofSite = ['PUBLIC_API_URL', 'SITE_URL', 'PUBLIC_SALES_EMAIL', 'PUBLIC_SUPPORT_EMAIL']
const known = [...Object.keys(settings), ...ofSite]
const mostEdits = 2
/** Short names are close to many others. */
const shortest = 8

/** Names that differ from a setting by a letter or two: such a variable has no effect. */
export function checkSettings(environment: NodeJS.ProcessEnv): readonly Finding[] {
  const misspelt = Object.keys(environment).flatMap((name) => {
    if (known.includes(name) || name.length < shortest) return []
    const nearest = known.find((setting) => editsBetween(name, setting) <= mostEdits)
    if (nearest === undefined) return []
    return wrong(`${name} is no setting`, `The nearest is ${nearest}: correct the name.`)
  })
  return misspelt.length === 0 ? [well('The settings are valid')] : misspelt
}

/** Levenshtein's distance. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, length) => length)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [column, otherLetter] of [...other].entries()) {
      const replaced = (row[column] ?? 0) + (letter === otherLetter ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
