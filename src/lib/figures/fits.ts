/**
 * The type that an answer's schema demands, in short: the first letters of what `typeof` may give, or a list
 * of items, or an object's fields, or either of these. `u` comes first where a value may be missing.
 */
export type Kind =
  | string
  | readonly [missing: string, item: Kind]
  | readonly [missing: string, item: Kind | 0, fields: Readonly<Record<string, Kind>>]

/** Whether a value has the types of the schema that the kind was made of. */
export function fits(kind: Kind, value: unknown): boolean {
  if (value === null || value === undefined) return kind[0] === 'u'
  if (typeof kind === 'string') return kind.includes((typeof value).charAt(0))
  const [, item, fields] = kind
  if (Array.isArray(value)) return item !== 0 && value.every((one) => fits(item, one))
  if (typeof value !== 'object' || fields === undefined) return false
  // There may be thousands of rows: no list of the fields is made for each.
  for (const name in fields) {
    if (!fits(fields[name] ?? '', Reflect.get(value, name))) return false
  }
  return true
}
