/**
 * Keeps a result for an object that a caller passes with each mail: the same object gives the same.
 * To read thousands of names or domains takes longer than a mail.
 */
export function keptFor<Source extends object, Made>(
  make: (source: Source) => Made,
): (source: Source) => Made {
  const kept = new WeakMap<Source, Made>()
  return (source) => {
    const known = kept.get(source)
    if (known !== undefined) return known
    const made = make(source)
    kept.set(source, made)
    return made
  }
}
