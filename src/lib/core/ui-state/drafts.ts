import { atom } from 'nanostores'
import { resetWithUser } from '../storage/forget.ts'

interface Draft {
  readonly fields: Readonly<Record<string, string>>
  /** Whether the form's dialog was open at the last change. */
  readonly isOpen: boolean
}

/** Unsent input by form, in memory only: lost on reload, sign-out or another user's sign-in. */
const $drafts = resetWithUser(atom<Readonly<Record<string, Draft>>>({}))

export function draftOf(form: string): Draft | undefined {
  return $drafts.get()[form]
}

export function draftNames(): string[] {
  return Object.keys($drafts.get())
}

/** Keeps all texts except passwords. */
export function keepDraft(form: string, typed: FormData): void {
  const texts = [...typed].filter(isText).filter(([field]) => field !== 'password')
  $drafts.set({ ...$drafts.get(), [form]: { fields: Object.fromEntries(texts), isOpen: true } })
}

/** For a field that changes without the browser's `input` event. */
export function keepField(form: string, field: string, text: string): void {
  const fields = { ...draftOf(form)?.fields, [field]: text }
  $drafts.set({ ...$drafts.get(), [form]: { fields, isOpen: true } })
}

/** Marks the form as closed by the user; its draft stays. */
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
