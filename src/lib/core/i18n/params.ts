import { transform } from '@nanostores/i18n'
import { fill, type Values } from '../../../../contract/core/words/fill.ts'

/** Not the library's own, which takes `$&` in a value for a pattern, and `{other}` for the next place. */
export const params = transform<[values: Values], string, string>((_locale, text, values) =>
  fill(text, values),
)
