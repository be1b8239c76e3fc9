import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { documentedCommands } from '../../tools/chaos/documented-block.ts'
import { releasedFiles } from '../../tools/scripts/release/debian.ts'

const repository = resolve(import.meta.dirname, '../..')

test('the page on installing names the files that a release of this version makes', () => {
  const page = readFileSync(`${repository}/docs/install.md`, 'utf8')
  const { archive, package: deb } = releasedFiles(repository, 'x64')
  const named = new Set(page.match(/\baman[-_]\d[\w.-]*(?:\.tar\.gz|\.deb)/g))
  expect([...named].toSorted()).toEqual([archive, deb].map((file) => basename(file)).toSorted())
})

test('the commands of a page are those between a heading and the next', () => {
  const commands = documentedCommands('install.md', '## On other systems')
  expect(commands.at(-1)).toMatch(/^tar -xzf [\s\S]+\n\.\/aman start\n$/)
  expect(commands.join()).not.toContain('journalctl')
  const [startAman, ...blocks] = documentedCommands(
    'connect-your-mail.md',
    '## Postfix and rspamd on Debian',
  )
  expect(startAman).toMatch(/aman start --demo\n$/)
  expect(blocks.at(-2)).toMatch(/^swaks /)
  expect(() => documentedCommands('install.md', '## On Mars')).toThrow('no commands below')
})
