import { z } from 'astro/zod'
import { findWrongSign } from '../rules/arabic-signs.ts'
import { findUnknownFigure, promisesInWords } from '../rules/promises.ts'

/*
 * The types of content fields. A description states the purpose of a field and what it may contain;
 * editors see it in error messages.
 */

/**
 * Control characters except line breaks and tabs, direction overrides, zero-width spaces and lone
 * surrogates. They are invisible, come with pasted text, and images cannot contain them. Joiners and
 * direction marks are allowed, because Arabic and emoji need them.
 */
export const unseen =
  /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]|[\u200b\u2060\ufeff]|\p{Cs}|\p{Noncharacter_Code_Point}/u

/** Text without markup, with a maximum length for the design. May contain only promised figures. */
export function text(longest: number, purpose: string) {
  return quotation(longest, purpose).refine((value) => findUnknownFigure(value) === undefined, {
    error: ({ input }) =>
      `says "${findUnknownFigure(String(input))}"; promised are ${promisesInWords}`,
  })
}

/** Quoted text, such as a line of a fictional message, which may contain any figures. */
export function quotation(longest: number, purpose: string) {
  return z
    .string()
    .refine((value) => value.trim() !== '', 'is empty')
    .refine((value) => value.length <= longest, {
      error: ({ input }) => `is ${String(input).length} characters long`,
    })
    .refine((value) => !unseen.test(value), {
      error: ({ input }) => `contains an invisible character, ${nameOfUnseen(String(input))}`,
    })
    .refine((value) => findWrongSign(value) === undefined, {
      error: ({ input }) => {
        const sign = findWrongSign(String(input))
        return `has ${sign?.wrong} in an Arabic text; Arabic has ${sign?.right}`
      },
    })
    .describe(`text of 1 to ${longest} characters: ${purpose}`)
}

/** The domain of a made-up sender; names that end so belong to no one (RFC 2606). */
export function madeUpDomain(longest: number, purpose: string) {
  return text(longest, `${purpose}, ending in .example`).refine(
    (value) => /^[a-z\d][a-z\d.-]*\.example$/.test(value),
    'is not a domain that ends in .example',
  )
}

/** The code of the first invisible character. */
export function nameOfUnseen(value: string): string {
  const code = unseen.exec(value)?.[0].codePointAt(0) ?? 0
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

/** A calendar date. */
export function day(purpose: string) {
  return z
    .string()
    .refine(isDay, { error: ({ input }) => `"${String(input)}" is not a day in the calendar` })
    .describe(`a date as year-month-day, for instance "2026-01-31": ${purpose}`)
}

function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const time = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(value)
}

/** A list with a fixed length, from the design or the requirements. */
export function exactly<Item extends z.ZodType>(length: number, item: Item, purpose: string) {
  return z
    .array(item)
    .refine((items) => items.length === length, {
      error: ({ input }) => `has ${Array.isArray(input) ? input.length : 'no'} entries`,
    })
    .describe(`a list of exactly ${length} entries: ${purpose}`)
}
