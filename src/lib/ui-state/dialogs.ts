import { atom, type ReadableAtom } from 'nanostores'
import { forgetWithSession } from '../session/forget.ts'
import { enterDialog } from './notices.ts'

interface Question {
  readonly text: string
  /** Names what the button does: 'Remove flag'. */
  readonly action: string
}

/** What is asked right now; `answer` closes it. */
export type Dialog =
  | (Question & { readonly kind: 'confirm'; readonly answer: (yes: boolean) => void })
  | (Question & {
      readonly kind: 'prompt'
      readonly label: string
      readonly answer: (typed: string | undefined) => void
    })

const $asked = atom<Dialog | undefined>()

/** The product's one question at a time, drawn by `ui/Dialogs.tsx`. */
export const $dialog: ReadableAtom<Dialog | undefined> = $asked

forgetWithSession(() => {
  dismissDialog()
  $asked.set(undefined)
})

/** @returns false when it was declined or dismissed */
export function confirm(question: Question): Promise<boolean> {
  return ask((answer) => ({ ...question, kind: 'confirm', answer }))
}

/** @returns what was typed, untouched; undefined when it was dismissed */
export function prompt(question: Question & { label: string }): Promise<string | undefined> {
  return ask((answer) => ({ ...question, kind: 'prompt', answer }))
}

/** Dismisses what is asked, when whoever was asked has gone. */
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
