import { join } from 'node:path'
import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'

/** What `defineEndpoint` is given for the server, the OpenAPI document and the tests. */
const said = new Set([
  ...['summary', 'description', 'examples', 'errors'],
  ...['done', 'doneInPart', 'unchanged', 'isWithoutDatabase'],
])

/**
 * Leaves out of scripts what the contract says of its calls and their fields for the OpenAPI document:
 * 1.6 to 3.1 kB of the first code of a dashboard for the calls alone. The site reads the input of a GET
 * alone: lists look into it for their filters, and the server checks what is sent.
 * @param root the folder of the project
 */
export function withoutDescriptions(root: string): Plugin {
  const contract = join(root, 'contract/')
  return {
    name: 'without-descriptions',
    apply: 'build',
    transform: {
      filter: { code: /\b(?:defineEndpoint|field|part|rows)\(/ },
      handler(code, id) {
        return id.startsWith(contract) ? { code: leaveOut(code), map: null } : undefined
      },
    },
  }
}

interface Cut {
  readonly start: number
  readonly end: number
  readonly by: string
}

/** @returns the module with bare schemas, and endpoints with what the site needs of them */
export function leaveOut(code: string): string {
  const cuts: Cut[] = []
  const { program } = parseSync('endpoint.js', code)
  new Visitor({
    CallExpression({ callee, arguments: given, start, end }) {
      if (callee.type !== 'Identifier') return
      const [first, second] = given
      if (first === undefined || second === undefined) return
      if (callee.name === 'field') {
        cuts.push({ start, end: first.start, by: '' }, { start: first.end, end, by: '' })
      } else if (callee.name === 'part' || callee.name === 'rows') {
        cuts.push({ start: first.start, end: first.end, by: '0' })
      } else if (callee.name === 'defineEndpoint') cuts.push(...descriptionsIn(first, second))
    },
  }).visit(program)
  let kept = code
  const outermost = cuts.filter((cut) => !cuts.some((other) => isWithin(cut, other)))
  for (const { start, end, by } of outermost.toSorted((one, other) => other.start - one.start)) {
    kept = kept.slice(0, start) + by + kept.slice(end)
  }
  return kept
}

function isWithin(cut: Cut, other: Cut): boolean {
  return cut !== other && other.start <= cut.start && cut.end <= other.end
}

function descriptionsIn(route: ESTree.Argument, given: ESTree.Argument): Cut[] {
  if (given.type !== 'ObjectExpression') return []
  const readsInput = route.type === 'Literal' && String(route.value).startsWith('GET ')
  return given.properties.flatMap((property, place) => {
    const isSaid =
      property.type === 'Property' &&
      property.key.type === 'Identifier' &&
      (said.has(property.key.name) || (property.key.name === 'input' && !readsInput))
    const end = given.properties[place + 1]?.start ?? given.end - 1
    return isSaid ? [{ start: property.start, end, by: '' }] : []
  })
}
