import type { GenericSchema } from 'valibot'
import type { Kind } from '../../src/lib/figures/paint.ts'

const anything = 'usnbo'
const letters: Readonly<Record<string, string>> = { string: 's', number: 'n', boolean: 'b' }

/**
 * The kind of what a schema takes. It may demand more than the schema, never less: what it refuses is shown
 * a moment later.
 * @throws Error for a schema that it does not know
 */
export function kindOf(schema: GenericSchema): Kind {
  const kind = Object.hasOwn(schema, 'fallback') ? anything : kindOfType(schema)
  for (const action of listOf(schema, 'pipe').slice(1)) {
    const isKnown = action.kind === 'schema' || action.type === 'transform'
    if (!isKnown) throw new Error(`a schema with ${action.type} has no kind`)
  }
  return kind
}

interface Part extends GenericSchema {
  readonly kind: 'schema'
}

function listOf(schema: object, name: string): readonly Part[] {
  const list: unknown = Reflect.get(schema, name)
  return Array.isArray(list) ? list : []
}

function kindOfType(schema: GenericSchema): Kind {
  switch (schema.type) {
    case 'nullish':
      return withMissing(kindOf(Reflect.get(schema, 'wrapped')))
    case 'union':
      return either(listOf(schema, 'options').map(kindOf))
    case 'unknown':
      return anything
    case 'array':
      return ['', kindOf(Reflect.get(schema, 'item'))]
    case 'object': {
      const entries: Record<string, GenericSchema> = Reflect.get(schema, 'entries')
      const fields = Object.entries(entries).map(([name, of]) => [name, kindOf(of)] as const)
      return ['', 0, Object.fromEntries(fields.filter(([, kind]) => kind !== anything))]
    }
    default: {
      const letter = letters[schema.type]
      if (letter === undefined) throw new Error(`a schema of type ${schema.type} has no kind`)
      return letter
    }
  }
}

function withMissing(kind: Kind): Kind {
  if (typeof kind === 'string') return kind.startsWith('u') ? kind : `u${kind}`
  return kind.length === 2 ? ['u', kind[1]] : ['u', kind[1], kind[2]]
}

/** Plain values, or a list, which some backends wrap in an object. */
function either(kinds: readonly Kind[]): Kind {
  if (kinds.every((kind) => typeof kind === 'string')) return kinds.join('')
  const [list, wrapped, ...more] = kinds
  const isKnown = typeof list === 'object' && typeof wrapped === 'object' && more.length === 0
  if (!isKnown || list.length !== 2 || wrapped.length !== 3) {
    throw new Error('a union of these has no kind')
  }
  return ['', list[1], wrapped[2]]
}
