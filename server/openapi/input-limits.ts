import type { JsonSchema } from '@valibot/to-json-schema'

const limits = ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'] as const

/**
 * Adds the limits of what is parsed to the schema of what is sent. The converter leaves them out of an
 * input that is trimmed first, because a longer text may become short enough.
 */
export function withLimits(sent: JsonSchema, parsed: JsonSchema): JsonSchema {
  const { properties, anyOf, items } = sent
  const limited = { ...sent }
  if (sent.type === parsed.type) {
    for (const limit of limits) {
      const value = parsed[limit]
      if (value !== undefined) limited[limit] ??= value
    }
  }
  if (properties !== undefined) {
    limited.properties = Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        name,
        both(property, parsed.properties?.[name]),
      ]),
    )
  }
  if (anyOf !== undefined && anyOf.length === parsed.anyOf?.length) {
    limited.anyOf = anyOf.map((option, index) => both(option, parsed.anyOf?.[index]))
  }
  if (items !== undefined && !Array.isArray(items) && !Array.isArray(parsed.items)) {
    limited.items = both(items, parsed.items)
  }
  return limited
}

function both(sent: JsonSchema | boolean, parsed: JsonSchema | boolean | undefined) {
  return typeof sent === 'object' && typeof parsed === 'object' ? withLimits(sent, parsed) : sent
}
