import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('npm does not warn of the project itself on the Node.js that the README asks for, and the README explains the other warnings first', () => {
  const { engines, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const readme = readFileSync('README.md', 'utf8')
  const asked = /Node\.js\]\(\S+\) (\d+) or later/.exec(readme)?.[1]
  expect(engines.node).toBe(`>=${asked}`)
  // Everything runs on this one, which npm installs with the rest.
  expect(dependencies.node).toMatch(/^26\./)
  expect(readme).toContain('EBADENGINE')
  expect(readme.indexOf('EBADENGINE')).toBeLessThan(readme.indexOf('npm install'))
})
