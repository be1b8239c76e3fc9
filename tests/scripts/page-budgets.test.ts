import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { overweight, pageBudgets } from '../../tools/scripts/site/page-budgets.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const repository = resolve(import.meta.dirname, '../..')

/** A built site whose front page has this many bytes that do not compress. */
function writeSite(site: string, bytes: number, heavy = 'index.html'): void {
  for (const { page } of pageBudgets) {
    mkdirSync(join(site, page, '..'), { recursive: true })
    writeFileSync(join(site, page), page === heavy ? randomBytes(bytes) : 'small')
  }
}

test('a front page over its budget names the longest texts where they are edited', async () => {
  await using folder = await temporaryFolder()
  writeSite(folder.path, 12_090)
  const [weight, advice, ...texts] = overweight(repository, folder.path)
  expect(weight).toMatch(
    /^The page index\.html is too long: it weighs 12\d\d\d bytes, 12000 are allowed\.$/,
  )
  expect(advice).toMatch(
    /^Shorten its texts by about (?:270|280|290|300) characters\. The longest are:$/,
  )
  expect(texts).toHaveLength(5)
  for (const text of texts) {
    const [, file = '', line = '', field = '', length = ''] =
      /^ {2}(src\/content\/\w+\.yaml), line (\d+): (\w+), (\d+) characters$/.exec(text) ?? []
    const edited = readFileSync(join(repository, file), 'utf8').split('\n')[Number(line) - 1] ?? ''
    expect(edited).toContain(`${field}: "`)
    expect(edited.length).toBeGreaterThan(Number(length))
  }
})

test('pages within their budgets have no complaint', async () => {
  await using folder = await temporaryFolder()
  writeSite(folder.path, 11_900)
  expect(overweight(repository, folder.path)).toEqual([])
})

test('an added page over its budget names its own file, in each language', async () => {
  await using folder = await temporaryFolder()
  writeSite(folder.path, 11_900)
  for (const page of ['pricing', 'ar/security']) {
    mkdirSync(join(folder.path, page), { recursive: true })
    writeFileSync(join(folder.path, page, 'index.html'), randomBytes(12_100))
  }
  const complaints = overweight(repository, folder.path)
  expect(complaints.filter((line) => line.startsWith('The page'))).toEqual([
    expect.stringContaining('The page pricing/index.html is too long'),
    expect.stringContaining('The page ar/security/index.html is too long'),
  ])
  expect(complaints[2]).toMatch(/^ {2}src\/content\/pages\/pricing\.yaml, line \d+: \w+, \d+ char/)
  expect(complaints[9]).toMatch(/^ {2}src\/content\/ar\/pages\/security\.yaml, line \d+: /)
})

test('an Arabic front page over its budget names the Arabic texts', async () => {
  await using folder = await temporaryFolder()
  writeSite(folder.path, 12_090, 'ar/index.html')
  const [weight, , ...texts] = overweight(repository, folder.path)
  expect(weight).toMatch(/^The page ar\/index\.html is too long: .* 12000 are allowed\.$/)
  expect(texts).toHaveLength(5)
  for (const text of texts) expect(text).toMatch(/^ {2}src\/content\/ar\/\w+\.yaml, line \d+: /)
})
