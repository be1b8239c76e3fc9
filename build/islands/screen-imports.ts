/**
 * The modules that the properties of a table import.
 * @param node the syntax tree (ESTree) of the file with the table
 * @returns what each property's `import()` names, by the property's name
 */
export function importsByProperty(node: unknown): Map<string, string> {
  const found = new Map<string, string>()
  collectImports(node, undefined, found)
  return found
}

function collectImports(
  node: unknown,
  property: string | undefined,
  found: Map<string, string>,
): void {
  if (typeof node !== 'object' || node === null) return
  const fields = new Map<string, unknown>(Object.entries(node))
  const type = fields.get('type')
  const name = type === 'Property' ? nameOf(fields.get('key')) : property
  const source = type === 'ImportExpression' ? textOf(fields.get('source'), 'value') : undefined
  if (name !== undefined && source !== undefined) found.set(name, source)
  for (const child of fields.values()) collectImports(child, name, found)
}

function nameOf(key: unknown): string | undefined {
  return textOf(key, 'name') ?? textOf(key, 'value')
}

function textOf(node: unknown, field: 'name' | 'value'): string | undefined {
  if (typeof node !== 'object' || node === null) return undefined
  const text: unknown = Reflect.get(node, field)
  return typeof text === 'string' ? text : undefined
}
