import { expect, test } from 'vitest'
import { withPreloads } from '../../src/client-directives/preloads.ts'

const imports = new Map([
  ['/assets/form.js', ['assets/react.js', 'assets/shared.js']],
  ['/assets/client.js', ['assets/react.js']],
  ['/assets/react.js', ['assets/runtime.js']],
])

function island(client: string): string {
  return `<p></p><astro-island client="${client}" component-url="/assets/form.js" renderer-url="/assets/client.js"></astro-island>`
}

test('An island names every module that it will need, each once', () => {
  const [, preload] = /preload="([^"]*)"/.exec(withPreloads(island('touch'), imports)) ?? []
  expect(preload?.split(' ').toSorted()).toEqual([
    '/assets/client.js',
    '/assets/form.js',
    '/assets/react.js',
    '/assets/runtime.js',
    '/assets/shared.js',
  ])
})

test('Other islands stay as they are', () => {
  expect(withPreloads(island('load'), imports)).toBe(island('load'))
})
