import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { builtInSettings } from '../../scripts/site/build-record.ts'
import { settings } from '../../server/core/settings.ts'

const repository = join(import.meta.dirname, '../..')
const text = readFileSync(join(repository, 'docs/configuration.md'), 'utf8')
const [, serverRows = [], siteRows = []] = text.split(/^## /m).map(rowsOf)

function rowsOf(section: string): string[] {
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  // The formatter pads the columns.
  return rows.map((line) => line.replaceAll(/ +/g, ' '))
}

function rowOf([variable, { about, fallback }]: [string, { about: string; fallback: string }]) {
  const shown = fallback.replace(`${repository}/`, '')
  return `| \`${variable}\` |${shown === '' ? '' : ` \`${shown}\``} | ${about} |`
}

test('the document lists each setting of the server with its default and its effect, and no others', () => {
  expect(serverRows).toEqual(Object.entries(settings).map(rowOf))
})

test('the document lists each setting that is built into the site, and no others', () => {
  const variables = siteRows.map((row) => /^\| `(\w+)`/.exec(row)?.[1])
  expect(variables.toSorted()).toEqual(builtInSettings.toSorted())
})
