import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keepRowFocus } from '../../../src/ui/keep-row-focus.ts'

let stop: (() => void) | undefined

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  stop?.()
  document.body.replaceChildren()
  vi.useRealTimers()
})

/** Rows of names with buttons, named as 'edit a' and 'remove a', below a search. */
function show(html: string): void {
  document.body.innerHTML = `<button id="elsewhere"></button><section>${html}</section>`
  stop = keepRowFocus(document.querySelector('section'))
}

const search = '<input type="search">'
const row = (name: string) =>
  `<li id="${name}"><button id="edit ${name}"></button><button id="remove ${name}"></button></li>`
const listOf = (...names: string[]) => `${search}<ul>${names.map(row).join('')}</ul>`

function element(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`no element has the id ${id}`)
  return found
}

const focused = () => document.activeElement?.id || document.activeElement?.localName

/** Observers run after the task that changed the document. */
async function remove(...ids: string[]): Promise<void> {
  for (const id of ids) element(id).remove()
  await vi.advanceTimersByTimeAsync(0)
}

test.each([
  ['the first row', 'remove a', 'remove b'],
  ['a row between others', 'remove b', 'remove c'],
  ['another button of a row', 'edit b', 'edit c'],
  ['the last row', 'remove c', 'remove b'],
])(
  'when %s is removed, the focus goes to the same button of the row in its place',
  async (_, from, to) => {
    show(listOf('a', 'b', 'c'))
    element(from).focus()
    await remove(from.slice(-1))
    expect(focused()).toBe(to)
  },
)

test('one removal after the other keeps the focus in the list, and the last leads to the search', async () => {
  show(listOf('a', 'b'))
  element('remove a').focus()
  await remove('a')
  expect(focused()).toBe('remove b')
  await remove('b')
  expect(focused()).toBe('input')
})

test('a list in an open dialog keeps the focus too', async () => {
  document.body.innerHTML = `<dialog open><section>${listOf('a', 'b')}</section></dialog>`
  stop = keepRowFocus(document.querySelector('section'))
  element('remove a').focus()
  await remove('a')
  expect(focused()).toBe('remove b')
})

test('an empty list may name another field for the focus', async () => {
  show(`<input id="value" data-focus-when-empty><ul>${row('a')}</ul>`)
  element('remove a').focus()
  await remove('a')
  expect(focused()).toBe('value')
})

test('an empty list without a field for the focus leaves it', async () => {
  show(`<ul>${row('a')}</ul>`)
  element('remove a').focus()
  await remove('a')
  expect(focused()).toBe('body')
})

test('a row with fewer buttons gets the focus on its last one', async () => {
  show(`<ul>${row('a')}<li><button id="only"></button></li></ul>`)
  element('remove a').focus()
  await remove('a')
  expect(focused()).toBe('only')
})

test('rows without buttons and buttons that expand text are passed over', async () => {
  const head = '<div role="row">Head</div>'
  const cells = (name: string) =>
    `<div role="row" id="${name}"><button class="clamped-toggle"></button>
    <button id="remove ${name}"></button></div>`
  show(`<div>${head}${cells('a')}<div role="row">Note</div>${cells('b')}</div>`)
  element('remove a').focus()
  await remove('a')
  expect(focused()).toBe('remove b')
})

test('rows that arrive or leave above it move the place of the focused row', async () => {
  show(listOf('a', 'b', 'c', 'd', 'e'))
  element('remove c').focus()
  await remove('a')
  await remove('c')
  expect(focused()).toBe('remove d')
})

test('a focus that is elsewhere by then stays there', async () => {
  show(listOf('a', 'b'))
  element('remove a').focus()
  element('elsewhere').focus()
  await remove('a')
  expect(focused()).toBe('elsewhere')
})

test('after a press elsewhere that focuses nothing, a removal moves no focus', async () => {
  show(listOf('a', 'b'))
  element('remove a').focus()
  element('remove a').blur()
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  await remove('a')
  expect(focused()).toBe('body')
})

test('a row that has the focus itself, without a button, is not followed', async () => {
  show(`${search}<ul><li id="a" tabindex="-1"><button></button></li>${row('b')}</ul>`)
  element('a').focus()
  await remove('a')
  expect(focused()).toBe('body')
})

test('a button outside the rows is not followed', async () => {
  show(`<button id="add"></button>${listOf('a')}`)
  element('add').focus()
  await remove('add')
  expect(focused()).toBe('body')
})

test('rows of another list are not followed', async () => {
  show(listOf('a', 'b'))
  document.body.insertAdjacentHTML('beforeend', `<ul>${row('other')}</ul>`)
  element('remove other').focus()
  await remove('other', 'a')
  expect(focused()).toBe('body')
})

test('a dialog about the row keeps the focus, which then follows the removed row', async () => {
  show(listOf('a', 'b'))
  element('remove a').focus()
  document.body.insertAdjacentHTML('beforeend', '<dialog open><button id="yes"></button></dialog>')
  element('yes').focus()
  await remove('a')
  vi.advanceTimersToNextFrame()
  expect(focused()).toBe('yes')
  document.querySelector('dialog')?.remove()
  vi.advanceTimersToNextFrame()
  expect(focused()).toBe('remove b')
})

test('a row that survives its dialog is followed later', async () => {
  show(listOf('a', 'b'))
  element('remove a').focus()
  document.body.insertAdjacentHTML('beforeend', '<dialog open><button id="no"></button></dialog>')
  element('no').focus()
  document.querySelector('dialog')?.remove()
  element('remove a').focus()
  await remove('a')
  expect(focused()).toBe('remove b')
})

test('a list that has left the screen moves no focus', async () => {
  show(listOf('a', 'b'))
  element('remove a').focus()
  stop?.()
  await remove('a')
  expect(focused()).toBe('body')
})

test('a list that leaves the screen below an open dialog takes no focus afterwards', async () => {
  show(listOf('a', 'b'))
  element('remove a').focus()
  document.body.insertAdjacentHTML('beforeend', '<dialog open></dialog>')
  await remove('a')
  stop?.()
  document.querySelector('dialog')?.remove()
  vi.advanceTimersToNextFrame()
  expect(focused()).toBe('body')
})

describe('controls that give way to each other', () => {
  const group = (content: string) =>
    `<div data-keep-focus id="group" tabindex="-1">${content}</div>`
  const put = (html: string) => element('group').insertAdjacentHTML('beforeend', html)

  test('keep the focus in their group, on its first one', async () => {
    const both = '<button id="block"></button><button id="trust"></button>'
    show(`<ul><li><button></button>${group(both)}</li>${row('b')}</ul>`)
    element('trust').focus()
    put('<button id="undo"></button><button id="more"></button>')
    await remove('block', 'trust')
    expect(focused()).toBe('undo')
  })

  test('outside the rows the marked one gets the focus back, also when it comes later', async () => {
    show(`<div data-keep-focus id="group"><button id="cancel"></button></div>`)
    // As in a browser, which focuses no element without tabindex.
    element('group').focus = () => {}
    element('cancel').focus()
    await remove('cancel')
    expect(focused()).toBe('body')
    put('<button id="import"></button><span data-takes-focus><button id="select"></button></span>')
    await vi.advanceTimersByTimeAsync(0)
    expect(focused()).toBe('select')
  })

  test('without a button the group itself gets the focus', async () => {
    show(`<ul><li id="a">${group('<button id="revoke"></button>')}</li>${row('b')}</ul>`)
    element('revoke').focus()
    await remove('revoke')
    expect(focused()).toBe('group')
  })

  test('leave the focus to the next row when they are removed with their own', async () => {
    show(`<ul><li id="a">${group('<button id="revoke"></button>')}</li>${row('b')}</ul>`)
    element('revoke').focus()
    await remove('a')
    expect(focused()).toBe('edit b')
  })

  test('take no focus that is elsewhere by then', async () => {
    show(group('<button id="block"></button><button id="more"></button>'))
    element('block').focus()
    element('elsewhere').focus()
    await remove('block')
    expect(focused()).toBe('elsewhere')
  })
})

test('without a list there is nothing to follow', () => {
  expect(keepRowFocus(null)).toBeUndefined()
})
