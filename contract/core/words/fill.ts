import { intlLocaleOf } from '../locale.ts'

/** The values for the names in braces. */
export type Values = Readonly<Record<string, string | number>>

/**
 * Fills the places of a text, such as `{name}`, at once: a value is text, whatever it reads like.
 */
export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}

/** One text for each plural form that a language has; 'other' is in every language. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & {
  readonly other: string
}

/**
 * The form that the language takes for a number, with the number, written in groups, in place of
 * `{count}`.
 * @param write writes the number; a caller that has a format saves making one
 */
export function plural(
  locale: string,
  forms: string | PluralForms,
  count: number,
  write = (number: number) => number.toLocaleString(intlLocaleOf(locale)),
): string {
  const form =
    typeof forms === 'string'
      ? forms
      : (forms[new Intl.PluralRules(locale).select(count)] ?? forms.other)
  return form.replaceAll('{count}', write(count))
}
