import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../../scripts/run-command.ts'

const folder = join(root, 'docs/decisions')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const numberOf = (name: string) => name.slice(0, 4)

const decisions = globSync('[0-9]*.md', { cwd: folder })
  .sort()
  .map((name) => {
    const [heading = '', , first = ''] = read(name).split('\n')
    const [, word] = /^(Superseded|Partly superseded) by \[/.exec(first) ?? []
    const successors = [...first.matchAll(/\[(\d{4})\]\(/g)].map(([, number = '']) => number)
    return {
      name,
      number: numberOf(name),
      title: heading.replace('# ', ''),
      successors: word === undefined ? [] : successors,
      status:
        word === undefined ? 'accepted' : `${word.toLowerCase()} by ${successors.join(' and ')}`,
    }
  })

describe('the decisions', () => {
  test('stand in the index once, in order, with title and status', () => {
    const lines = read('README.md').match(/^- .*$/gm)
    expect(lines).toEqual(
      decisions.map(
        ({ name, number, title, status }) => `- [${number} ${title}](${name}): ${status}`,
      ),
    )
  })

  const numbers = decisions.map(({ number }) => number)

  test('have numbers of their own', () => {
    expect([...new Set(numbers)]).toEqual(numbers)
  })

  test('are replaced only by newer ones, and say so only at the top', () => {
    const problems = decisions.flatMap(({ name, number, successors }) => {
      const [, , , ...rest] = read(name).split('\n')
      const isListed = successors.every((it) => it > number && numbers.includes(it))
      const says = rest.some((line) => /^(?:partly )?superseded by/i.test(line))
      return isListed && !says ? [] : [name]
    })
    expect(problems).toEqual([])
  })
})
