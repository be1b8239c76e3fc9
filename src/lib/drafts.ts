import { atom } from 'nanostores'
import { resetWithPerson } from './forget.ts'

interface Draft {
  readonly fields: Readonly<Record<string, string>>
  /** Its dialog was open when it was last changed. */
  readonly isOpen: boolean
}

/** What was typed and not sent, by form, in memory only: a reload, Logout or another person ends it. */
const $drafts = resetWithPerson(atom<Readonly<Record<string, Draft>>>({}))

export function draftOf(form: string): Draft | undefined {
  return $drafts.get()[form]
}

export function keepDraft(form: string, typed: FormData): void {
  const fields = Object.fromEntries([...typed].filter(isText))
  $drafts.set({ ...$drafts.get(), [form]: { fields, isOpen: true } })
}

/** The person closed the form and may come back to it. */
export function closeDraft(form: string): void {
  const draft = draftOf(form)
  if (draft !== undefined) $drafts.set({ ...$drafts.get(), [form]: { ...draft, isOpen: false } })
}

export function dropDraft(form: string): void {
  const { [form]: _, ...others } = $drafts.get()
  $drafts.set(others)
}

function isText(entry: [string, FormDataEntryValue]): entry is [string, string] {
  return typeof entry[1] === 'string'
}
