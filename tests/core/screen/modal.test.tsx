import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { $notices, noticesAbout } from '../../../src/lib/core/ui-state/notices.ts'
import { Dialogs } from '../../../src/ui/Dialogs.tsx'
import { Modal } from '../../../src/ui/Modal.tsx'

afterEach(() => {
  cleanup()
  act(forgetSession)
})

type Settings = Partial<Omit<ComponentProps<typeof Modal>, 'title' | 'children'>>

function Example({ isOpen = true, onDismiss = () => undefined, ...settings }: Settings) {
  return (
    <>
      <button type="button">Edit</button>
      <Modal title="Edit user" isOpen={isOpen} onDismiss={onDismiss} {...settings}>
        <form>
          <input aria-label="Name" name="name" />
          <input aria-label="Photo" type="file" />
        </form>
      </Modal>
      <Dialogs />
    </>
  )
}

/** Open or closed. */
const modal = () => screen.getByRole<HTMLDialogElement>('dialog', { hidden: true })
const name = () => screen.getByLabelText<HTMLInputElement>('Name')
const opener = () => screen.getByRole('button', { name: 'Edit' })
const question = () => screen.queryByRole('alertdialog')

/** A browser asks with this event whether Escape may close a dialog. @returns whether it then does */
async function pressEscape(on: Element = modal()): Promise<boolean> {
  const event = new Event('cancel', { cancelable: true, bubbles: on !== modal() })
  return act(async () => on.dispatchEvent(event))
}

const press = (button: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name: button })))

test('an open modal shows its title, takes the focus to its first field and returns it', () => {
  const { rerender } = render(<Example isOpen={false} />)
  expect(modal().open).toBe(false)
  opener().focus()
  rerender(<Example />)
  expect(modal().open).toBe(true)
  expect(screen.getByRole('dialog', { name: 'Edit user' })).toBe(modal())
  expect(document.activeElement).toBe(name())
  rerender(<Example isOpen={false} />)
  expect(modal().open).toBe(false)
  expect(document.activeElement).toBe(opener())
})

test('the browser opens it as a modal dialog', () => {
  const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
  const { rerender } = render(<Example />)
  rerender(<Example />)
  expect(showModal).toHaveBeenCalledTimes(1)
  showModal.mockRestore()
})

function Removable({ isThere }: { readonly isThere: boolean }) {
  return (
    <>
      <button type="button">Edit</button>
      {isThere && (
        <Modal title="Edit user" isOpen onDismiss={() => undefined}>
          <input aria-label="Name" />
        </Modal>
      )}
    </>
  )
}

test('a modal that is removed with its component returns the focus', () => {
  const { rerender } = render(<Removable isThere={false} />)
  opener().focus()
  rerender(<Removable isThere />)
  expect(document.activeElement).toBe(name())
  rerender(<Removable isThere={false} />)
  expect(document.activeElement).toBe(opener())
})

test('a modal stands apart from the screen that opens it', () => {
  const { container } = render(<Example isWide />)
  expect(container.contains(modal())).toBe(false)
  expect(modal().dataset.wide).toBe('true')
  cleanup()
  render(<Example />)
  expect(modal().dataset.wide).toBe('false')
})

test('Escape and the Close button ask the owner to close the modal, which closes it itself', async () => {
  const onDismiss = vi.fn()
  render(<Example onDismiss={onDismiss} />)
  expect(await pressEscape()).toBe(false)
  expect(onDismiss).toHaveBeenCalledTimes(1)
  await press('Close')
  expect(onDismiss).toHaveBeenCalledTimes(2)
  expect(modal().open).toBe(true)
})

test('a cancelled choice of a file within a modal does not close it', async () => {
  const onDismiss = vi.fn()
  render(<Example onDismiss={onDismiss} />)
  expect(await pressEscape(screen.getByLabelText('Photo'))).toBe(true)
  expect(onDismiss).not.toHaveBeenCalled()
})

test('a modal that the browser closes is dismissed, once', async () => {
  const onDismiss = vi.fn()
  const { rerender } = render(<Example onDismiss={onDismiss} />)
  await act(async () => modal().close())
  expect(onDismiss).toHaveBeenCalledTimes(1)
  rerender(<Example isOpen={false} onDismiss={onDismiss} />)
  await act(async () => modal().dispatchEvent(new Event('close')))
  expect(onDismiss).toHaveBeenCalledTimes(1)
})

test('a dialog that closes within a modal leaves the modal open', async () => {
  const onDismiss = vi.fn()
  render(<Example onDismiss={onDismiss} />)
  await act(async () => name().dispatchEvent(new Event('close', { bubbles: true })))
  expect(onDismiss).not.toHaveBeenCalled()
})

test.each<[string, Settings, boolean]>([
  ['an unchanged form', { asksBeforeDiscard: true }, false],
  ['a changed form that needs no question', {}, true],
  ['a draft that needs no question', { hasDraft: true }, false],
])('closing %s asks nothing', async (_, settings, isChanged) => {
  const onDismiss = vi.fn()
  render(<Example {...settings} onDismiss={onDismiss} />)
  if (isChanged) name().value = 'Omar'
  await press('Close')
  expect(question()).toBeNull()
  expect(onDismiss).toHaveBeenCalledTimes(1)
})

test.each<[string, Settings, boolean]>([
  ['a changed form', { asksBeforeDiscard: true }, true],
  ['a form with a draft', { asksBeforeDiscard: true, hasDraft: true }, false],
])('closing %s asks first', async (_, settings, isChanged) => {
  const onDismiss = vi.fn()
  render(<Example {...settings} onDismiss={onDismiss} />)
  if (isChanged) name().value = 'Omar'
  await press('Close')
  expect(onDismiss).not.toHaveBeenCalled()
  expect(question()?.textContent).toContain('Discard what you have changed here?')
  await press('Discard changes')
  expect(onDismiss).toHaveBeenCalledTimes(1)
})

test('a user who declines to discard stays in the modal with the input', async () => {
  const onDismiss = vi.fn()
  render(<Example asksBeforeDiscard onDismiss={onDismiss} />)
  name().value = 'Omar'
  const showModal = vi.spyOn(modal(), 'showModal')
  await pressEscape()
  await press('Cancel')
  expect(onDismiss).not.toHaveBeenCalled()
  expect(showModal, 'it is still open').not.toHaveBeenCalled()
  // Pressed twice, Escape closes a dialog without asking.
  await act(async () => modal().close())
  await press('Cancel')
  expect(onDismiss).not.toHaveBeenCalled()
  expect(modal().open).toBe(true)
  expect(name().value).toBe('Omar')
})

test('only changes since the modal was last opened count', async () => {
  const onDismiss = vi.fn()
  const { rerender } = render(<Example asksBeforeDiscard onDismiss={onDismiss} />)
  name().value = 'Omar'
  rerender(<Example isOpen={false} asksBeforeDiscard onDismiss={onDismiss} />)
  rerender(<Example asksBeforeDiscard onDismiss={onDismiss} />)
  await press('Close')
  expect(question()).toBeNull()
  expect(onDismiss).toHaveBeenCalledTimes(1)
})

test('the problems of a modal leave with it, and those of the page wait behind it', () => {
  const problems = () => $notices.get().map(({ text }) => text)
  noticesAbout('page').problem('No connection')
  const { rerender } = render(<Example />)
  expect(problems()).toEqual([])
  act(() => noticesAbout('modal').problem('Name is missing'))
  expect(problems()).toEqual(['Name is missing'])
  rerender(<Example isOpen={false} />)
  expect(problems()).toEqual(['No connection'])
})

test('a modal without a form closes without a question', async () => {
  const onDismiss = vi.fn()
  render(
    <Modal title="Edit user" isOpen asksBeforeDiscard onDismiss={onDismiss}>
      Only text
    </Modal>,
  )
  await press('Close')
  expect(onDismiss).toHaveBeenCalledTimes(1)
})
