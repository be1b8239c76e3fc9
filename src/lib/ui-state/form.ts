import { type ErrorMessages, HttpError, wordsOf } from '../api/errors.ts'
import type { TopicNotices } from './notices.ts'

/** What came of a submit. Whatever is not done keeps what was typed. */
export type Submitted =
  | { readonly status: 'done' }
  /** Done, with the form as it is, for more of the same. */
  | { readonly status: 'kept' }
  /** Fields to mark; the first of them gets the focus. */
  | { readonly status: 'invalid'; readonly fields: readonly string[] }
  | { readonly status: 'failed' }

export const done: Submitted = { status: 'done' }

/** A field's text, trimmed; empty where there is no such field. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Says what is missing and which fields it is about. */
export function rejectFields(
  notices: TopicNotices,
  text: string,
  fields: readonly string[],
): Submitted {
  notices.problem(text)
  return { status: 'invalid', fields }
}

interface FailureWords {
  /** Stands before the server's words: 'Failed to create user: '. */
  readonly prefix?: string
  readonly order: readonly (keyof ErrorMessages)[]
  readonly fallback: string
}

/** Says why a call failed, in the server's words where it has some. */
export function reportFailure(
  notices: TopicNotices,
  error: unknown,
  words: FailureWords,
): Submitted {
  // The session is over and the person is at the sign-in form, which says so.
  if (error instanceof HttpError && error.status === 401) return { status: 'failed' }
  notices.problem((words.prefix ?? '') + wordsOf(error, words.order, words.fallback))
  return { status: 'failed' }
}
