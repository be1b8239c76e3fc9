import { atom, type ReadableAtom } from 'nanostores'
import { forgetWithSession } from '../session/forget.ts'
import { enterDialog } from './notices.ts'

interface Question {
  readonly text: string
  /** The label of the button: 'Remove flag'. */
  readonly action: string
}

/** The open question; `answer` closes it. */
export type Dialog =
  | (Question & { readonly kind: 'confirm'; readonly answer: (yes: boolean) => void })
  | (Question & {
      readonly kind: 'prompt'
      readonly label: string
      readonly answer: (typed: string | undefined) => void
    })

const $asked = atom<Dialog | undefined>()

/** The open question, at most one at a time; drawn by `ui/Dialogs.tsx`. */
export const $dialog: ReadableAtom<Dialog | undefined> = $asked

forgetWithSession(() => {
  dismissDialog()
  $asked.set(undefined)
})

/** @returns false if the user declined or dismissed it */
export function confirm(question: Question): Promise<boolean> {
  return ask((answer) => ({ ...question, kind: 'confirm', answer }))
}

/** @returns the unchanged input; undefined if the user dismissed it */
export function prompt(question: Question & { label: string }): Promise<string | undefined> {
  return ask((answer) => ({ ...question, kind: 'prompt', answer }))
}

/** Dismisses the open question, for example when its screen is closed. */
export function dismissDialog(): void {
  const dialog = $asked.get()
  if (dialog?.kind === 'confirm') dialog.answer(false)
  else dialog?.answer(undefined)
}

function ask<Answer>(build: (answer: (value: Answer) => void) => Dialog): Promise<Answer> {
  dismissDialog()
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const leaveDialog = enterDialog()
  const dialog = build((value) => {
    if ($asked.get() !== dialog) return
    leaveDialog()
    $asked.set(undefined)
    resolve(value)
  })
  $asked.set(dialog)
  return promise
}
