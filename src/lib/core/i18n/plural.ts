import { transform } from '@nanostores/i18n'
import { formatCount } from './format.ts'

/** One text for every number, or one for each plural form that the language has. */
type Forms = string | (Partial<Record<Intl.LDMLPluralRule, string>> & { other: string })

/** The form that the language takes for a number; `{count}` is the number, written in groups. */
export const plural = transform<[count: number], Forms, string>((locale, forms, count) => {
  const form =
    typeof forms === 'string'
      ? forms
      : (forms[new Intl.PluralRules(locale).select(count)] ?? forms.other)
  return form.replace('{count}', formatCount(count))
})
