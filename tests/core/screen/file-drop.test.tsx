import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useFileDrop } from '../../../src/islands/core/parts/FileDrop.tsx'

afterEach(cleanup)

function Example({ onDrop }: { readonly onDrop: (files: readonly File[]) => void }) {
  return useFileDrop(onDrop) ? 'dragging' : 'waiting'
}

const mail = new File(['From: rania@cedar.example'], 'mail.eml')

/** Drags something over the window, and returns what the browser is told about it. */
function drag(type: string, kind: 'Files' | 'text/plain' | undefined, leaveTo?: Element) {
  const dataTransfer = kind && { types: [kind], files: [mail], dropEffect: 'none' }
  const event = new Event(type, { cancelable: true })
  Object.assign(event, { dataTransfer: dataTransfer ?? null, relatedTarget: leaveTo ?? null })
  act(() => void window.dispatchEvent(event))
  return { isTaken: event.defaultPrevented, effect: dataTransfer?.dropEffect }
}

test('files that are dropped on the window are taken, and the browser does not open them', () => {
  const onDrop = vi.fn()
  const { container } = render(<Example onDrop={onDrop} />)
  expect(container.textContent).toBe('waiting')
  expect(drag('dragover', 'Files')).toEqual({ isTaken: true, effect: 'copy' })
  expect(container.textContent).toBe('dragging')
  expect(drag('drop', 'Files').isTaken).toBe(true)
  expect(container.textContent).toBe('waiting')
  expect(onDrop).toHaveBeenCalledExactlyOnceWith([mail])
})

test.each(['text/plain', undefined] as const)(
  'what is dragged as %s is left to the browser',
  (kind) => {
    const onDrop = vi.fn()
    const { container } = render(<Example onDrop={onDrop} />)
    expect(drag('dragover', kind).isTaken).toBe(false)
    expect(container.textContent).toBe('waiting')
    expect(drag('drop', kind).isTaken).toBe(false)
    expect(onDrop).not.toHaveBeenCalled()
  },
)

test('files that leave the window are not dragged any more, files between its elements are', () => {
  const { container } = render(<Example onDrop={() => undefined} />)
  drag('dragover', 'Files')
  drag('dragleave', 'Files', document.body)
  expect(container.textContent).toBe('dragging')
  drag('dragleave', 'Files')
  expect(container.textContent).toBe('waiting')
})

test('files go to the current owner alone, and to the browser when it has gone', () => {
  const [first, second] = [vi.fn(), vi.fn()]
  const { rerender, unmount } = render(<Example onDrop={first} />)
  rerender(<Example onDrop={second} />)
  drag('drop', 'Files')
  expect(first).not.toHaveBeenCalled()
  expect(second).toHaveBeenCalledTimes(1)
  unmount()
  expect(drag('dragover', 'Files').isTaken).toBe(false)
  expect(drag('drop', 'Files').isTaken).toBe(false)
  expect(second).toHaveBeenCalledTimes(1)
})
