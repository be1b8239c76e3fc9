import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parts } from '../../tools/bench/mutation/parts.ts'
import { root } from '../../tools/scripts/run-command.ts'

/** Each file or pattern of a list in braces. */
function alternatives(pattern: string): string[] {
  const [all = '', list] = /\{([^{}]+)\}/.exec(pattern) ?? []
  if (list === undefined) return [pattern]
  return list.split(',').flatMap((one) => alternatives(pattern.replace(all, one)))
}

test.each(Object.entries(parts))('each file that the part %s names exists', (_, part) => {
  const named = [...part.mutate, ...part.tests, ...(part.islands ?? [])]
    .map((pattern) => pattern.replace(/^!/, ''))
    .flatMap(alternatives)
  expect(named.filter((pattern) => globSync(pattern, { cwd: root }).length === 0)).toEqual([])
})
