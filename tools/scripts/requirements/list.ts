/** How many lines docs/requirements.md has, R001 to R376; none may be missing. */
const specificationCount = 376

const line = /^- \*\*(R\d{3})\*\* \S/
const itemWithNumber = /^\s*[-*+] .*\*\*R\d+\*\*/

export interface RequirementList {
  /** The numbers in the order of the list. What is built is not stored in it: its tests tell. */
  numbers: string[]
  /** Lines that look like a requirement but do not have the right form, with their line numbers. */
  malformed: string[]
}

export function parseList(markdown: string): RequirementList {
  const numbers: string[] = []
  const malformed: string[] = []
  for (const [index, text] of markdown.split('\n').entries()) {
    const [, number] = line.exec(text) ?? []
    if (number !== undefined) numbers.push(number)
    else if (itemWithNumber.test(text)) malformed.push(`line ${index + 1}`)
  }
  return { numbers, malformed }
}

function expectedNumbers(count = specificationCount): string[] {
  return Array.from({ length: count }, (_, index) => `R${String(index + 1).padStart(3, '0')}`)
}

/**
 * The disagreements between the list and the tests, one sentence per finding; empty when they
 * agree. `named` maps a number to the files whose tests are tagged with it.
 */
export function findProblems(
  { numbers: listed, malformed }: RequirementList,
  named: ReadonlyMap<string, readonly string[]>,
  expected = expectedNumbers(),
): string[] {
  const known = new Set(expected)
  const twice = listed.filter((number, index) => listed.indexOf(number) !== index)
  const strangers = [...named.keys()].filter((number) => !known.has(number))
  const where = (number: string) => `${number} (${named.get(number)?.join(', ')})`
  const findings: [string, string[]][] = [
    ['not in the form of a requirement', malformed],
    ['missing from the list', expected.filter((number) => !listed.includes(number))],
    ['in the list twice', [...new Set(twice)]],
    ['in the list, but no such requirement exists', listed.filter((number) => !known.has(number))],
    ['in the list, but not the tag of a test', listed.filter((number) => !named.has(number))],
    ['a tag of a test, but no such requirement exists', strangers.sort().map(where)],
  ]
  return findings
    .filter(([, numbers]) => numbers.length > 0)
    .map(([what, numbers]) => `${what}: ${numbers.join(', ')}`)
}
