import { transform } from '@nanostores/i18n'

/**
 * Fills the places of a text, such as `{name}`, all at once. A value is text, whatever it holds: the library's
 * own takes `$&` in it for a pattern, and `{other}` for the next place. (A1822)
 */
export const params = transform<
  [values: Readonly<Record<string, string | number>>],
  string,
  string
>((_locale, text, values) =>
  text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place)),
)
