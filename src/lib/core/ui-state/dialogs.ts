import { atom, type ReadableAtom } from 'nanostores'
import { forgetWithSession } from '../storage/forget.ts'
import { enterDialog } from './notices.ts'

interface Question {
  readonly text: string
  /** The label of the button: 'Remove flag'. */
  readonly action: string
}

interface Asked extends Question {
  /** Different for each time that a question is asked. */
  readonly id: number
}

/** The open question; `answer` closes it. */
export type Dialog =
  | (Asked & { readonly kind: 'confirm'; readonly answer: (yes: boolean) => void })
  | (Asked & {
      readonly kind: 'prompt'
      readonly label: string
      readonly answer: (typed: string | undefined) => void
    })

const $asked = atom<Dialog | undefined>()
let count = 0

/** The open question, at most one at a time; drawn by `ui/Dialogs.tsx`. */
export const $dialog: ReadableAtom<Dialog | undefined> = $asked

forgetWithSession(() => {
  dismissDialog()
  $asked.set(undefined)
})

/** @returns false if the user declined or dismissed it */
export function confirm(question: Question): Promise<boolean> {
  return ask((answer, id) => ({ ...question, id, kind: 'confirm', answer }))
}

/** @returns the unchanged input; undefined if the user dismissed it */
export function prompt(question: Question & { label: string }): Promise<string | undefined> {
  return ask((answer, id) => ({ ...question, id, kind: 'prompt', answer }))
}

/** Dismisses a question, by default the open one; one that was answered stays answered. */
export function dismissDialog(dialog = $asked.get()): void {
  if (dialog?.kind === 'confirm') dialog.answer(false)
  else dialog?.answer(undefined)
}

function ask<Answer>(
  build: (answer: (value: Answer) => void, id: number) => Dialog,
): Promise<Answer> {
  dismissDialog()
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const leaveDialog = enterDialog()
  count += 1
  const dialog = build((value) => {
    if ($asked.get() !== dialog) return
    leaveDialog()
    $asked.set(undefined)
    resolve(value)
  }, count)
  $asked.set(dialog)
  return promise
}
