import { afterEach, expect, test, vi } from 'vitest'
import { isShortcut, shortcutText } from '../../../src/islands/search/Search.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

function press(init: KeyboardEventInit, on: Element = document.body): boolean {
  let found = false
  const listen = (event: KeyboardEvent) => {
    found = isShortcut(event)
  }
  addEventListener('keydown', listen)
  on.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', bubbles: true, ...init }))
  removeEventListener('keydown', listen)
  return found
}

function add(html: string): Element {
  document.body.innerHTML = html
  return document.body.firstElementChild ?? document.body
}

test.each([
  ['Linux x86_64', 'Ctrl K', true, false],
  ['Win32', 'Ctrl K', true, false],
  ['MacIntel', '⌘ K', false, true],
  ['iPad', '⌘ K', false, true],
])('on %s the keys are %s', (platform, text, control, command) => {
  vi.stubGlobal('navigator', { platform })
  expect(shortcutText()).toBe(text)
  expect(press({ ctrlKey: true })).toBe(control)
  expect(press({ metaKey: true })).toBe(command)
  expect(press({ ctrlKey: true, metaKey: true })).toBe(false)
  expect(press({ key: 'K', ctrlKey: control, metaKey: command })).toBe(true)
})

test('other keys, repeated ones and those that are taken do not count', () => {
  vi.stubGlobal('navigator', { platform: 'Linux' })
  expect(press({})).toBe(false)
  expect(press({ ctrlKey: true, key: 'l' })).toBe(false)
  expect(press({ ctrlKey: true, shiftKey: true })).toBe(false)
  expect(press({ ctrlKey: true, altKey: true })).toBe(false)
})

test('in text fields and over dialogs the keys belong to others', () => {
  vi.stubGlobal('navigator', { platform: 'Linux' })
  for (const html of ['<input>', '<input type="search">', '<textarea></textarea>']) {
    expect(press({ ctrlKey: true }, add(html)), html).toBe(false)
  }
  for (const html of ['<button></button>', '<input type="checkbox">', '<select></select>']) {
    expect(press({ ctrlKey: true }, add(html)), html).toBe(true)
  }
  add('<dialog open></dialog>')
  expect(press({ ctrlKey: true })).toBe(false)
})
