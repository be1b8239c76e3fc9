import { type ErrorMessages, HttpError, wordsOf } from '../api/errors.ts'
import type { TopicNotices } from './notices.ts'

/** The result of a submit. Input is kept unless it succeeded. */
export type Submitted =
  | { readonly status: 'done' }
  /** Succeeded, and the form keeps its input. */
  | { readonly status: 'kept' }
  /** Fields to mark; the first one gets the focus. */
  | { readonly status: 'invalid'; readonly fields: readonly string[] }
  | { readonly status: 'failed' }

export const done: Submitted = { status: 'done' }

/** A field's trimmed text; empty if there is no such field. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Shows what is missing and marks the fields. */
export function rejectFields(
  notices: TopicNotices,
  text: string,
  fields: readonly string[],
): Submitted {
  notices.problem(text)
  return { status: 'invalid', fields }
}

interface FailureWords {
  /** Precedes the server's message: 'Failed to create user: '. */
  readonly prefix?: string
  readonly order: readonly (keyof ErrorMessages)[]
  readonly fallback: string
}

/** Shows why a call failed, with the server's message if there is one. */
export function reportFailure(
  notices: TopicNotices,
  error: unknown,
  words: FailureWords,
): Submitted {
  // The session has ended, and the sign-in form shows that.
  if (error instanceof HttpError && error.status === 401) return { status: 'failed' }
  notices.problem((words.prefix ?? '') + wordsOf(error, words.order, words.fallback))
  return { status: 'failed' }
}
