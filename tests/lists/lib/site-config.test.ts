import { expect, test } from 'vitest'
import { webAddressOf } from '../../../src/lib/core/api/site-config.ts'

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://aman.example/0',
  'file:///etc/passwd',
  'vbscript:x',
  'about:blank',
  'mailto:a@b.example',
  'ftp://training.example/',
  '//training.example',
  '/training',
  'http://',
  '',
])('%j is not an address for a redirect', { tags: ['R153', 'R154'] }, (text) => {
  expect(webAddressOf(text)).toBeUndefined()
})

test.each([
  ['https://training.example/start?team=1#top', 'https://training.example/start?team=1#top'],
  [' HTTP://Training.Example ', 'http://training.example/'],
])('%j is one', { tags: ['R153'] }, (text, address) => {
  expect(webAddressOf(text)).toBe(address)
})
