import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getDefault, getDescription } from 'valibot'
import { expect, test } from 'vitest'
import { settings } from '../../../server/core/settings.ts'
import { builtInSettings } from '../../../tools/scripts/site/build-record.ts'

const repository = join(import.meta.dirname, '../../..')
const text = readFileSync(join(repository, 'docs/configuration.md'), 'utf8')
const [, serverRows = [], siteRows = []] = text.split(/^## /m).map(rowsOf)

/** The cells of a table's rows, without the backticks around code. */
function rowsOf(section: string): string[][] {
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  return rows.map((row) => row.split('|').map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')))
}

test('the document lists each setting of the server with its default, values and effect, and no others', () => {
  const rows = Object.entries(settings).map(([variable, setting]) => {
    const values = getDescription(setting.wrapped)?.replace('<', '\\<')
    const usual = getDefault(setting).replace(`${repository}/`, '')
    return ['', variable, values, usual, expect.stringMatching(/./), '']
  })
  expect(serverRows).toEqual(rows)
})

test('the document lists each setting that is built into the site, and no others', () => {
  const variables = siteRows.map(([, variable]) => variable)
  expect(variables.toSorted()).toEqual(builtInSettings.toSorted())
})
