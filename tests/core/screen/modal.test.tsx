import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LazyPart } from '../../../src/islands/core/parts/LazyPart.tsx'
import { whileStaying } from '../../../src/lib/core/api/while-staying.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { confirm, dismissDialog, prompt } from '../../../src/lib/core/ui-state/dialogs.ts'
import { $notices, noticesAbout } from '../../../src/lib/core/ui-state/notices.ts'
import { Dialogs } from '../../../src/ui/Dialogs.tsx'
import { lazy } from '../../../src/ui/lazy-component.ts'
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

afterEach(() => {
  cleanup()
  dismissDialog()
})

const questionDialogs = { text: 'Revoke the key?', action: 'Revoke key' }

test('a question that is asked again before the browser has reported its end opens again', async () => {
  render(<Dialogs />)
  const first = await act(async () => ({ answer: confirm(questionDialogs) }))
  const closed = screen.getByRole<HTMLDialogElement>('alertdialog')
  // Escape closes a dialog at once; its event follows later.
  closed.removeAttribute('open')
  const second = await act(async () => ({ answer: confirm(questionDialogs) }))
  await act(async () => closed.dispatchEvent(new Event('close')))
  expect(screen.getByRole<HTMLDialogElement>('alertdialog').open).toBe(true)
  await act(async () => screen.getByRole('button', { name: 'Revoke key' }).click())
  expect(await first.answer).toBe(false)
  expect(await second.answer).toBe(true)
})

const box = () => screen.getByRole<HTMLDialogElement>('alertdialog')

const pressDialogs = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })))

async function ask<Answer>(start: () => Promise<Answer>): Promise<{ answer: Promise<Answer> }> {
  return act(async () => ({ answer: start() }))
}

test('a question is named after its action and described by its text', async () => {
  render(<Dialogs />)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await ask(() => confirm(questionDialogs))
  expect(box().open).toBe(true)
  expect(box().getAttribute('aria-label')).toBe('Revoke key')
  const described = document.getElementById(box().getAttribute('aria-describedby') ?? '')
  expect(described?.textContent).toBe('Revoke the key?')
  expect(box().querySelector('input')).toBeNull()
})

test.each([
  ['Cancel', false],
  ['Revoke key', true],
])('%s answers a question with %s and closes it', async (button, expected) => {
  render(<Dialogs />)
  const { answer } = await ask(() => confirm(questionDialogs))
  await pressDialogs(button)
  expect(await answer).toBe(expected)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test.each([
  ['Revoke key', 'gateway 7'],
  ['Cancel', undefined],
])('%s answers a prompt with %s', async (button, expected) => {
  render(<Dialogs />)
  const { answer } = await ask(() => prompt({ ...questionDialogs, label: 'Name of the key' }))
  const field = screen.getByLabelText<HTMLInputElement>('Name of the key')
  expect(document.activeElement).toBe(field)
  field.value = 'gateway 7'
  await pressDialogs(button)
  expect(await answer).toBe(expected)
})

test('the typed answer is not completed, capitalized or corrected by the browser', async () => {
  render(<Dialogs />)
  await ask(() => prompt({ ...questionDialogs, label: 'Name of the key' }))
  const field = screen.getByLabelText<HTMLInputElement>('Name of the key')
  expect(field.autocomplete).toBe('off')
  expect(field.getAttribute('autocapitalize')).toBe('none')
  expect(field.getAttribute('spellcheck')).toBe('false')
})

test('an answer does not leave the page with its form', async () => {
  render(<Dialogs />)
  await ask(() => confirm(questionDialogs))
  const form = box().querySelector('form')
  expect(await act(async () => form !== null && fireEvent.submit(form))).toBe(false)
})

test('a question of a screen that closes is answered with no', async () => {
  const { unmount } = render(<Dialogs />)
  const { answer } = await ask(() => confirm(questionDialogs))
  unmount()
  expect(await answer).toBe(false)
})

test('a question that the browser closes is answered with no', async () => {
  render(<Dialogs />)
  const { answer } = await ask(() => confirm(questionDialogs))
  await act(async () => box().dispatchEvent(new Event('close')))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(await answer).toBe(false)
})

/** What has been told of something that fails, after some time. */
function follow(load: () => Promise<unknown>) {
  const told: unknown[] = []
  whileStaying(load).then(
    (value) => told.push(value),
    (error: unknown) => told.push(error),
  )
  return told
}

describe('leaving', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })

  afterEach(() => {
    vi.useRealTimers()
    cleanup()
  })

  test.each(['beforeunload', 'pagehide'])(
    'a failure after %s is told only if the document stays',
    async (event) => {
      const { promise, reject } = Promise.withResolvers<void>()
      const told = follow(() => promise)
      dispatchEvent(new Event(event))
      reject('stopped')
      await vi.advanceTimersByTimeAsync(9000)
      expect(told).toEqual([])
      await vi.advanceTimersByTimeAsync(1000)
      expect(told).toEqual(['stopped'])
    },
  )

  test('other failures, and those after a leaving that is over, are told at once', async () => {
    dispatchEvent(new Event('beforeunload'))
    const told = follow(() => Promise.reject('broken'))
    await vi.advanceTimersByTimeAsync(0)
    expect(told).toEqual(['broken'])
  })

  test('Escape closes a dialog whose code is still loading, and is left to it afterwards', async () => {
    const { promise, resolve } = Promise.withResolvers<() => string>()
    const part = lazy<{ readonly onClose: () => void }>(() => promise)
    const onClose = vi.fn()
    const { container } = render(<LazyPart part={part} props={{ onClose }} />)
    fireEvent.keyDown(document.body, { key: 'Enter' })
    expect(onClose).not.toHaveBeenCalled()
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(onClose).toHaveBeenCalledOnce()
    resolve(() => 'the dialog')
    await vi.waitFor(() => expect(container.textContent).toBe('the dialog'))
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('a part whose code does not load says so in its place; a dialog closes, and a notice says so', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const missing = () => Promise.reject(new Error('no code'))
    const part = render(<LazyPart part={lazy<object>(missing)} props={{}} />)
    await vi.waitFor(() => expect(part.container.textContent).toContain('then reload the page'))
    expect($notices.get()).toEqual([])
    const onClose = vi.fn()
    const dialog = lazy<{ readonly onClose: () => void }>(missing)
    const { container } = render(<LazyPart part={dialog} props={{ onClose }} />)
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(container.textContent).toBe('')
    expect($notices.get()).toMatchObject([{ text: 'A part of this page did not arrive' }])
  })
})
