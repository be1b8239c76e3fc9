import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settings } from '../../server/core/settings.ts'

const repository = join(import.meta.dirname, '../..')
const readme = readFileSync(join(repository, 'README.md'), 'utf8')
  // Tables are padded for the eye.
  .replace(/ +/g, ' ')

test.each(Object.entries(settings))(
  'the README says what %s is, and its default',
  (variable, { about, fallback }) => {
    const shown = fallback.replace(`${repository}/`, '')
    const cell = shown === '' ? '' : ` \`${shown}\``
    expect(readme).toContain(`| \`${variable}\` |${cell} | ${about} |`)
  },
)
