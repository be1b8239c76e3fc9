import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PickerPopup } from '../../../src/ui/PickerPopup.tsx'

/** What was scrolled into view, with the options of the scroll. */
let scrolled: (readonly [string, unknown])[] = []

beforeEach(() => {
  scrolled = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (
    this: Element,
    options,
  ) {
    scrolled.push([this.textContent ?? '', options])
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const choices = ['Cedar', 'Palm', 'Olive'].map((label, index) => ({ id: `${index}`, label }))

function show(given: Partial<ComponentProps<typeof PickerPopup>> = {}) {
  const onChoose = vi.fn()
  const onEnd = vi.fn()
  const popup = (more: typeof given) => (
    <PickerPopup
      id="firms"
      label="Firm"
      choices={choices}
      active={1}
      chosenId="2"
      emptyText="No results"
      onChoose={onChoose}
      onEnd={onEnd}
      {...given}
      {...more}
    />
  )
  const { rerender, container } = render(popup({}))
  return {
    onChoose,
    onEnd,
    element: container.firstElementChild ?? container,
    change: (more: typeof given) => rerender(popup(more)),
  }
}

const options = () => screen.getAllByRole('option')

test('each choice is an option, and one is active and another the chosen one', () => {
  show()
  expect(screen.getByRole('listbox', { name: 'Firm' }).id).toBe('firms')
  expect(options().map(({ textContent }) => textContent)).toEqual(['Cedar', 'Palm', 'Olive'])
  expect(options().map(({ id }) => id)).toEqual(['firms-0', 'firms-1', 'firms-2'])
  expect(options().map((option) => option.getAttribute('aria-selected'))).toEqual([
    'false',
    'true',
    'false',
  ])
  expect(options().map(({ dataset }) => dataset.chosen)).toEqual(['false', 'false', 'true'])
  expect(options().every(({ tabIndex }) => tabIndex === -1)).toBe(true)
})

test('the list and its active choice scroll into view, each when it changes', () => {
  const { change } = show()
  const nearest = { block: 'nearest' }
  expect(scrolled).toEqual([
    ['CedarPalmOlive', nearest],
    ['Palm', nearest],
  ])
  change({ chosenId: '0' })
  expect(scrolled).toHaveLength(2)
  change({ active: 2 })
  expect(scrolled.slice(2)).toEqual([['Olive', nearest]])
})

test.each([
  [499, 0],
  [500, 0],
  [501, 1],
  [700, 1],
])('scrolled by %i of 700 pixels, it asks for more choices %i times', (top, times) => {
  const { onEnd, element } = show()
  vi.spyOn(element, 'scrollHeight', 'get').mockReturnValue(1000)
  vi.spyOn(element, 'clientHeight', 'get').mockReturnValue(300)
  vi.spyOn(element, 'scrollTop', 'get').mockReturnValue(top)
  fireEvent.scroll(element)
  expect(onEnd).toHaveBeenCalledTimes(times)
})
