/** Makes something of an object once, and keeps it as long as the object. */
export function onceFor<Key extends object, Made extends object>(
  make: (key: Key) => Made,
): (key: Key) => Made {
  const kept = new WeakMap<Key, Made>()
  return (key) => {
    const made = kept.get(key) ?? make(key)
    kept.set(key, made)
    return made
  }
}
