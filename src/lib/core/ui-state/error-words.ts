import type { FieldCode } from '../../../../contract/core/field-errors.ts'
import { baseLocale } from '../../../../contract/core/locale.ts'
import {
  type ErrorMessages,
  errorDetailsOf,
  type HttpError,
  type NamedField,
  wordsOf,
} from '../api/errors.ts'
import { formatCount } from '../i18n/format.ts'
import { $locale } from '../i18n/i18n.ts'
import { $errorsWords } from '../words/errors.words.yaml'
import { $fieldsWords } from '../words/fields.words.yaml'

/*
 * Words for what a server answers, found by code. This module is loaded with the first error.
 */

export interface FailureWords {
  /** Precedes the server's message: 'Failed to create user: '. */
  readonly prefix?: string
  /** The fields of the answer that hold the server's message, the first one first. */
  readonly order?: readonly (keyof ErrorMessages)[]
  readonly fallback: string
}

export interface Failure {
  readonly text: string
  /** The fields of the form that the server named. */
  readonly fields: readonly NamedField[]
  /** May name the request that the server failed at. */
  readonly error: unknown
}

/**
 * Says why the server rejected a call. In English the server's sentence wins (T32); in other locales the
 * catalogue's words for the code do. The sentence about invalid input names fields as programs know
 * them: after a prefix, and in other locales, the marked fields say it instead.
 */
export function describeError(error: HttpError, words: FailureWords, form?: FormData): Failure {
  const { prefix = '', order = ['detail'], fallback } = words
  const { code, params, fields } = errorDetailsOf(error)
  // An element of a list, as `aliases[2]`, is a line of one field.
  const ofForm = fields.map((named) => ({ ...named, field: named.field.replace(/\[\d+\]$/, '') }))
  const shown = ofForm.filter(({ field }) => form?.has(field))
  const isEnglish = $locale.get() === baseLocale
  const isMarked = shown.length > 0 && prefix !== ''
  if (code === 'invalid_input' && (isMarked || !isEnglish)) {
    return { text: prefix + (isMarked ? $fieldsWords.get().check : fallback), fields: shown, error }
  }
  const own = isEnglish ? undefined : messageOf($errorsWords.get(), code, params)
  const isSaid = own !== undefined && order.length > 0
  const text = prefix + (isSaid ? own : wordsOf(error, order, fallback))
  return { text, fields: shown, error }
}

/** The message at a field. */
export function fieldWords({ code, params }: NamedField): string {
  const fieldsWords = $fieldsWords.get() satisfies SaidAtFields
  const { warning } = params
  const words = messageOf(fieldsWords, code, params) ?? fieldsWords.invalid
  // Only the judge of passwords knows what is weak in one, and it speaks English.
  const isWarned = $locale.get() === baseLocale && typeof warning === 'string' && warning !== ''
  return isWarned ? `${warning} ${words}` : words
}

/** The sentence of an error without params; empty for a code that has none. */
export function sentenceOf(code: string): string {
  return messageOf($errorsWords.get(), code, {}) ?? ''
}

type Params = Readonly<Record<string, unknown>>

/** @returns undefined for a code that has no words */
function messageOf(words: object, code: string, params: Params): string | undefined {
  const message: unknown = Object.hasOwn(words, code) ? Reflect.get(words, code) : undefined
  if (typeof message === 'function') return String(message(shownParams(params)))
  return typeof message === 'string' ? message : undefined
}

function shownParams(params: Params): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' ? formatCount(value) : String(value),
    ]),
  )
}

/** Errors that no form of the site causes, because it builds the whole input. */
type NeverSent =
  | 'unknown'
  | 'must_be_absent'
  | 'not_an_integer'
  | 'not_digits'
  | 'not_a_boolean'
  | 'not_a_text'
  | 'not_a_list'
  | 'not_an_object'
  | 'not_a_time'
  | 'wrong_period'
  | 'in_path_already'
  | 'other_list'
  | 'repeated'
  | 'in_future'
  | 'before_mail'
  | 'not_a_key'

/** The fields' words for messages: a code without words does not compile (error-words.ts). */
type SaidAtFields = Readonly<
  Record<Exclude<FieldCode, NeverSent>, string | ((values: never) => string)>
>
