import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  chunkImports,
  entryChunks,
  htmlWeight,
  screenWeight,
  scriptWeight,
  touchedWeight,
  type Weight,
} from '../../tools/scripts/page-weight.ts'

const page = `<!doctype html>
  <link rel="modulepreload" href="/assets/shared.2.js"><link rel="canonical" href="/not.js">
  <script type="module" src="/assets/boot.1.js"></script><script>inline()</script>
  <astro-island uid="a" component-url="/assets/app.3.js" renderer-url="/assets/shared.2.js" client="only"></astro-island>`

const files = {
  'assets/boot.1.js': 'export * from"./shared.2.js"',
  'assets/shared.2.js': 'export const shared = "import x from \'./nothing.js\'"',
  'assets/app.3.js': 'import{a}from"./shared.2.js";import(`./employee.4.js`);import("./team.5.js")',
  'assets/employee.4.js': 'import"./chart.6.js"',
  'assets/team.5.js': '0',
  'assets/chart.6.js': '1',
  'assets/model.json': '{"weights":"12345678"}',
  'assets/part.7.js': 'import"./shared.2.js";import("./employee.4.js");import("./team.5.js")',
  'touched.html':
    '<div data-touch="/assets/part.7.js" data-preload="/assets/part.7.js /assets/shared.2.js /assets/model.json">',
  'index.html': page,
  'team/index.html': `${page}<link rel="modulepreload" href="/assets/employee.4.js">`,
}

let site = ''
beforeAll(() => {
  site = mkdtempSync(join(tmpdir(), 'aman-weight-'))
  for (const folder of ['assets', 'team']) mkdirSync(join(site, folder))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(site, name), content)
})
afterAll(() => rmSync(site, { recursive: true }))

const names = ({ parts }: Weight) => parts.map(({ url }) => url.slice('/assets/'.length)).sort()

describe('the weight of a page', () => {
  test('counts islands, their renderer, scripts and preloads', () => {
    expect(entryChunks(page).sort()).toEqual([
      '/assets/app.3.js',
      '/assets/boot.1.js',
      '/assets/shared.2.js',
    ])
  })

  test('tells what a chunk needs now from what it may ask for later', () => {
    expect(chunkImports('/assets/app.3.js', files['assets/app.3.js'])).toEqual({
      now: ['/assets/shared.2.js'],
      deferred: ['/assets/employee.4.js', '/assets/team.5.js'],
    })
  })

  test('counts each chunk once and names what it left out', () => {
    expect(names(scriptWeight(site, 'index.html'))).toEqual([
      'app.3.js',
      'boot.1.js',
      'shared.2.js',
    ])
    expect(scriptWeight(site, 'index.html').deferred).toEqual([
      '/assets/employee.4.js',
      '/assets/team.5.js',
    ])
  })

  test('counts the screen that its head names, with all that the screen needs', () => {
    expect(names(screenWeight(site, 'team/index.html', 'index.html'))).toEqual([
      'app.3.js',
      'boot.1.js',
      'chart.6.js',
      'employee.4.js',
      'shared.2.js',
    ])
  })

  test('is the sum of what brotli leaves', () => {
    expect(htmlWeight(site, 'index.html').bytes).toBe(brotliCompressSync(page).length)
  })

  test('cannot be had of a page or a screen that is not there', () => {
    expect(() => htmlWeight(site, 'login/index.html')).toThrow('is not in the built site')
    expect(() => screenWeight(site, 'index.html', 'index.html')).toThrow('code of its screen')
  })
})

test('a touched part weighs its code, what it loads by itself, and its data', () => {
  const { code, dataBytes } = touchedWeight(site, 'touched.html', 'part', ['employee'])
  expect(names(code)).toEqual(['chart.6.js', 'employee.4.js', 'part.7.js', 'shared.2.js'])
  expect(code.bytes).toBe(
    code.parts.reduce((sum, { url }) => sum + brotliCompressSync(contentOf(url)).length, 0),
  )
  expect(dataBytes).toBe(22)
  expect(() => touchedWeight(site, 'index.html', 'part', [])).toThrow('no touched part')
  expect(() => touchedWeight(site, 'touched.html', 'part', ['gone'])).toThrow('does not load gone')
})

function contentOf(url: string): string {
  return new Map(Object.entries(files)).get(url.slice(1)) ?? ''
}
