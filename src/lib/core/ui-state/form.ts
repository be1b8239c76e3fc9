import { HttpError, type NamedField, referenceOf, wordsOf } from '../api/errors.ts'
import { $causesWords } from '../words/causes.words.yaml'
import { causeOf } from './cause.ts'
import type { Failure, FailureWords } from './error-words.ts'
import type { TopicNotices } from './notices.ts'

/** The result of a submit. Input is kept unless it succeeded. */
export type Submitted =
  | { readonly status: 'done' }
  /** Succeeded, and the form keeps its input. */
  | { readonly status: 'kept' }
  /** Fields to mark; the first one in the form gets the focus. */
  | { readonly status: 'invalid'; readonly fields: readonly NamedField[] }
  /** Failed for another reason; `focus` names the field to go on with. */
  | { readonly status: 'failed'; readonly focus?: string }

/** A problem of a form, where nothing is wrong with one of its fields. */
export interface FormProblem {
  readonly text: string
  /** May name the request that the server failed at. */
  readonly error?: unknown
}

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
  return {
    status: 'invalid',
    fields: fields.map((field) => ({ field, code: 'missing', params: {} })),
  }
}

/**
 * Says why a call failed. The words for errors are loaded with the first error, so that no page waits
 * for them.
 * @param form what was submitted; the server may also name fields that the form does not have
 */
export async function describeFailure(
  error: unknown,
  {
    prefix = '',
    order = ['detail'],
    fallback = $causesWords.get().unknownError,
  }: Partial<FailureWords>,
  form?: FormData,
): Promise<Failure> {
  const unnamed = { text: prefix + wordsOf(error, order, fallback), fields: [], error }
  if (!(error instanceof HttpError)) return unnamed
  const errorWords = await import('./error-words.ts').catch(() => undefined)
  return errorWords?.describeError(error, { prefix, order, fallback }, form) ?? unnamed
}

/** Why a call failed, in one text: the server's sentence, or else the cause. */
export async function failureText(error: unknown): Promise<string> {
  const fallback = causeOf(error, true) ?? $causesWords.get().unknownError
  return (await describeFailure(error, { fallback })).text
}

/** The text of a notice below the words for a failed call. */
export function whyOf(error: unknown) {
  return { reference: referenceOf(error), cause: causeOf(error, true) }
}

/** Shows why a call failed, with the server's message if there is one, and marks the named fields. */
export async function reportFailure(
  notices: TopicNotices,
  error: unknown,
  words: Partial<FailureWords>,
  form?: FormData,
): Promise<Submitted> {
  // The session has ended, and the sign-in form shows that.
  if (error instanceof HttpError && error.status === 401) return { status: 'failed' }
  const { text, fields } = await describeFailure(error, words, form)
  notices.problem(text, whyOf(error))
  return fields.length === 0 ? { status: 'failed' } : { status: 'invalid', fields }
}

/** The messages at the marked fields, by name; empty where they could not be loaded. */
export async function describeFields(
  fields: readonly NamedField[],
): Promise<ReadonlyMap<string, string>> {
  if (fields.length === 0) return new Map()
  const errorWords = await import('./error-words.ts').catch(() => undefined)
  return new Map(fields.map((named) => [named.field, errorWords?.fieldWords(named) ?? '']))
}
