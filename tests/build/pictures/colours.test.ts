import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { colours } from '../../../build/pictures/colours.ts'

test('The colours of icons and of the browser are those of the page', () => {
  const tokens = readFileSync('src/styles/tokens.css', 'utf8')
  const pair = (name: string) =>
    new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens)?.slice(1)
  expect([colours.paper, colours.paperDark]).toEqual(pair('paper'))
  expect([colours.accent, colours.accentDark]).toEqual(pair('accent'))
  expect(pair('ink')).toContain(colours.ink)
  expect(pair('ink-soft')).toContain(colours.inkSoft)
  expect(pair('line')).toContain(colours.line)
  expect(pair('accent-wash')).toContain(colours.accentWash)
})
