/**
 * How many lines of docs/requirements.md come from the specification (R001 …); none may be missing.
 * Everything beyond the specification is an addition (A001 …), and the list itself defines which
 * additions exist.
 */
const specificationCount = 376

const line = /^- \[([ x])\] \*\*([RA]\d{3,4})\*\* \S/
const anyNumber = /\*\*([RA]\d+)\*\*/

interface Requirement {
  number: string
  built: boolean
}

export interface RequirementList {
  requirements: Requirement[]
  /** Lines that look like a requirement but do not have the right form, with their line numbers. */
  malformed: string[]
}

export function parseList(markdown: string): RequirementList {
  const requirements: Requirement[] = []
  const malformed: string[] = []
  for (const [index, text] of markdown.split('\n').entries()) {
    const [, box, number] = line.exec(text) ?? []
    if (number !== undefined) requirements.push({ number, built: box === 'x' })
    else if (text.startsWith('- [') && anyNumber.test(text)) malformed.push(`line ${index + 1}`)
  }
  return { requirements, malformed }
}

/** Ticks each box whose number a test is tagged with and clears the others. No other character changes. */
export function tick(markdown: string, named: ReadonlySet<string>): string {
  return markdown.replace(/^- \[[ x]\] \*\*([RA]\d{3,4})\*\*/gm, (_, number: string) => {
    return `- [${named.has(number) ? 'x' : ' '}] **${number}**`
  })
}

export function expectedNumbers(count = specificationCount): string[] {
  return Array.from({ length: count }, (_, index) => `R${String(index + 1).padStart(3, '0')}`)
}

/**
 * The disagreements between the list and the tests, one sentence per finding; empty when they
 * agree. `named` maps a number to the files whose tests are tagged with it.
 */
export function findProblems(
  list: RequirementList,
  named: ReadonlyMap<string, readonly string[]>,
  expected = expectedNumbers(),
): string[] {
  const listed = list.requirements.map(({ number }) => number)
  const built = list.requirements.filter((entry) => entry.built).map(({ number }) => number)
  const additions = listed.filter((number) => number.startsWith('A'))
  const known = new Set([...expected, ...additions])
  const twice = listed.filter((number, index) => listed.indexOf(number) !== index)
  const strangers = [...named.keys()].filter((number) => !known.has(number))
  const unclaimed = [...named.keys()].filter(
    (number) => known.has(number) && !built.includes(number),
  )
  const where = (number: string) => `${number} (${named.get(number)?.join(', ')})`
  const findings: [string, string[]][] = [
    ['not in the form of a requirement', list.malformed],
    ['missing from the list', expected.filter((number) => !listed.includes(number))],
    ['in the list twice', [...new Set(twice)]],
    ['in the list, but no such requirement exists', listed.filter((number) => !known.has(number))],
    ['ticked, but no test is tagged with it', built.filter((number) => !named.has(number))],
    ['a tag of a test, but not ticked', unclaimed.sort().map(where)],
    ['a tag of a test, but no such requirement exists', strangers.sort().map(where)],
  ]
  return findings
    .filter(([, numbers]) => numbers.length > 0)
    .map(([what, numbers]) => `${what}: ${numbers.join(', ')}`)
}
