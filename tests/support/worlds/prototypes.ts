/** Every object, list, text, number and function of the process inherits from these. */
const watched = [
  ...[Object, Array, Function, String, Number, Boolean, Symbol, BigInt, Date, RegExp, Error],
  ...[Promise, Map, Set, URL, Request, Response, Headers],
]

type Members = ReadonlyMap<PropertyKey, PropertyDescriptor | undefined>

export interface WatchedPrototypes {
  /** Undoes every change of a member, so that other tests do not suffer. @returns each by its name */
  undoChanges(): string[]
}

/** Remembers all members of the built-in constructors and their prototypes, and those of their methods. */
export function watchPrototypes(): WatchedPrototypes {
  const before = places().map(({ name, place }) => ({ name, place, members: membersOf(place) }))
  return {
    undoChanges: () =>
      before.flatMap(({ name, place, members }) =>
        undo(place, members).map((key) => `${name}.${String(key)}`),
      ),
  }
}

function places(): { readonly name: string; readonly place: object }[] {
  const types = watched.flatMap((type) => [
    { name: type.name, place: type },
    { name: `${type.name}.prototype`, place: type.prototype },
  ])
  const methods = types.flatMap(({ name, place }) =>
    [...membersOf(place)].flatMap(([key, descriptor]) =>
      typeof descriptor?.value === 'function'
        ? [{ name: `${name}.${String(key)}`, place: descriptor.value }]
        : [],
    ),
  )
  return [...types, ...methods]
}

function membersOf(place: object): Members {
  return new Map(
    Reflect.ownKeys(place).map((key) => [key, Reflect.getOwnPropertyDescriptor(place, key)]),
  )
}

function undo(place: object, before: Members): PropertyKey[] {
  const after = membersOf(place)
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => !isSame(before.get(key), after.get(key)),
  )
  for (const key of changed) {
    const descriptor = before.get(key)
    if (descriptor === undefined) Reflect.deleteProperty(place, key)
    else Reflect.defineProperty(place, key, descriptor)
  }
  return changed
}

function isSame(one: PropertyDescriptor | undefined, other: PropertyDescriptor | undefined) {
  const parts = ['value', 'get', 'set', 'writable', 'enumerable', 'configurable'] as const
  return parts.every((part) => Object.is(one?.[part], other?.[part]))
}
