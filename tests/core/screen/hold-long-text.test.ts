import { expect, test, vi } from 'vitest'
import { holdLongText } from '../../../src/islands/core/judged/hold-long-text.ts'

const long = (letter: string) => letter.repeat(30_000)

/** Runs of a letter with their length, so that a failure can be read. */
function shortened(text: string): string {
  return text.replace(/(.)\1{9,}/g, (run, letter: string) => `${letter}*${run.length}`)
}

function makeField() {
  const form = document.createElement('form')
  const field = document.createElement('textarea')
  field.name = 'text'
  form.append(field)
  document.body.replaceChildren(form)
  const tell = vi.fn()
  holdLongText(field, tell)
  /** As a browser does it: asks before it inserts, and tells afterwards. */
  const insert = (data: string | null) => {
    const asked = new InputEvent('beforeinput', { data, bubbles: true, cancelable: true })
    if (!field.dispatchEvent(asked)) return
    field.setRangeText(data ?? '', field.selectionStart, field.selectionEnd, 'end')
    field.dispatchEvent(new InputEvent('input', { data, bubbles: true }))
  }
  /** A real browser dispatches the event by itself. */
  const sent = () => {
    const formData = new FormData(form)
    form.dispatchEvent(Object.assign(new Event('formdata'), { formData }))
    return shortened(String(formData.get('text')))
  }
  return { field, tell, insert, sent }
}

test('a field shows the beginning of a long text, and its form sends all of it', () => {
  const { field, tell, insert, sent } = makeField()
  insert(`${long('a')}${long('b')}`)
  expect(shortened(field.value)).toBe('a*20000')
  expect(sent()).toBe('a*30000b*30000')
  expect(tell.mock.calls).toEqual([[true]])
})

test('letters that are typed or pasted into it change nothing of what is not shown', () => {
  const { field, insert, sent } = makeField()
  insert(long('a'))
  field.setSelectionRange(0, 1)
  insert('X')
  expect(sent()).toBe('Xa*29999')
  field.setSelectionRange(1, 1)
  insert(long('b'))
  expect(sent()).toBe('Xb*30000a*29999')
})

test('another text in place of all that is shown takes the place of all', () => {
  const { field, tell, insert, sent } = makeField()
  insert(`${long('a')}${long('b')}`)
  field.setSelectionRange(0, field.value.length)
  insert('short')
  expect(sent()).toBe('short')
  field.setSelectionRange(0, field.value.length)
  insert(null)
  expect(sent()).toBe('')
  expect(tell.mock.calls).toEqual([[true], [false]])
})

test('a long value that was set otherwise, such as a draft, is held as well', () => {
  const { field, sent } = makeField()
  field.value = `${long('a')}${long('b')}`
  field.dispatchEvent(new Event('input', { bubbles: true }))
  expect(field.value).toHaveLength(20_000)
  expect(sent()).toBe('a*30000b*30000')
})

test('neither a letter of two units nor an end of line is cut', () => {
  const { field, insert, sent } = makeField()
  insert(`${'a'.repeat(19_999)}😀${long('b')}`)
  expect(field.value).toHaveLength(19_999)
  expect(sent()).toBe('a*19999😀b*30000')
})
