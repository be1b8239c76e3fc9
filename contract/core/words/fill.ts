/** The values for the names in braces. */
export type Values = Readonly<Record<string, string | number>>

/**
 * Fills the places of a text, such as `{name}`, at once: a value is text, whatever it reads like.
 */
export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}
