import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fingerprint } from '../../tools/scripts/site/build-record.ts'
import { compressFolder } from '../../tools/scripts/site/compress.ts'
import { withLock } from '../../tools/scripts/site/lock.ts'

let folder = ''
const write = (name: string, content: string) => {
  const path = join(folder, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, content)
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aman-site-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the fingerprint of the sources', () => {
  beforeEach(() => write('src/pages/index.astro', 'one'))

  test('stays the same while nothing that the site is made of changes', () => {
    const before = fingerprint(folder)
    write('server/main.ts', 'not of the site')
    expect(fingerprint(folder)).toBe(before)
  })

  test.each<[string, () => void]>([
    ['content', () => write('src/pages/index.astro', 'two')],
    ['new file', () => write('src/pages/login.astro', 'one')],
    ['public file', () => write('public/robots.txt', 'one')],
    ['settings file', () => write('.env', 'PUBLIC_API_URL=https://api.example/api')],
    ['setting of the build', () => write('astro.config.mjs', 'export default {}')],
  ])('changes with a %s', (_, change) => {
    const before = fingerprint(folder)
    change()
    expect(fingerprint(folder)).not.toBe(before)
  })
})

test('text files of 512 bytes and more get compressed copies that hold the same', async () => {
  const page = '<p>Aman</p>'.repeat(100)
  write('index.html', page)
  write('short.html', '<p>Aman</p>')
  write('picture.png', page)
  const weight = await compressFolder(folder)
  expect(brotliDecompressSync(readFileSync(join(folder, 'index.html.br'))).toString()).toBe(page)
  expect(gunzipSync(readFileSync(join(folder, 'index.html.gz'))).toString()).toBe(page)
  expect(() => readFileSync(join(folder, 'short.html.br'))).toThrow()
  expect(() => readFileSync(join(folder, 'picture.png.br'))).toThrow()
  expect(weight).toMatchObject({ files: 3, bytes: 2211 })
})

test('the second of two builds waits for the first, says so, and goes on when that fails', async () => {
  const lock = join(folder, 'lock')
  const order: string[] = []
  const waiting = Promise.withResolvers<void>()
  const first = withLock(
    lock,
    () => order.push('first waits'),
    async () => {
      await waiting.promise
      order.push('first ends')
      throw new Error('a build that failed')
    },
  )
  const then = withLock(lock, waiting.resolve, async () => order.push('second ends'))
  await expect(first).rejects.toThrow('a build that failed')
  await then
  expect(order).toEqual(['first ends', 'second ends'])
})
