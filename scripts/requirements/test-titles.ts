import ts from 'typescript'

const testFunctions = new Set(['test', 'it', 'describe'])

/** A test that does not run proves nothing, so what its title names is not built. */
const notRun = new Set(['skip', 'todo', 'fixme'])

/** `test.step` and the like take a text too, but it is not the title of a test. */
const titled = new Set([
  'only',
  'each',
  'for',
  'describe',
  'concurrent',
  'sequential',
  'serial',
  'parallel',
  'fails',
  'fail',
  'slow',
  'runIf',
  'skipIf',
  ...notRun,
])

/** The names in front of the call: `describe.skip.each(rows)` gives describe, skip, each. */
function calleeNames(expression: ts.Expression): string[] {
  if (ts.isIdentifier(expression)) return [expression.text]
  if (ts.isPropertyAccessExpression(expression)) {
    return [...calleeNames(expression.expression), expression.name.text]
  }
  if (ts.isCallExpression(expression)) return calleeNames(expression.expression)
  if (ts.isTaggedTemplateExpression(expression)) return calleeNames(expression.tag)
  return []
}

/** The parts of a title that stand in the source; what is filled in at run time is left out. */
function literalText(node: ts.Expression | undefined): string {
  if (node === undefined) return ''
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node)) {
    return [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join(' ')
  }
  if (ts.isBinaryExpression(node)) return `${literalText(node.left)}${literalText(node.right)}`
  return ''
}

/** Titles of the tests and groups that a file runs, read from its syntax tree: comments and data do not count. */
export function testTitles(fileName: string, source: string): string[] {
  const titles: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const [first, ...modifiers] = calleeNames(node.expression)
      const isTest = first !== undefined && testFunctions.has(first)
      if (isTest && modifiers.every((name) => titled.has(name))) {
        const title = literalText(node.arguments[0])
        if (title !== '' && modifiers.some((name) => notRun.has(name))) return
        if (title !== '') titles.push(title)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true))
  return titles
}

/** Which files name which requirement in their titles. */
export function namedRequirements(
  files: readonly { name: string; source: string }[],
): Map<string, string[]> {
  const named = new Map<string, string[]>()
  for (const { name, source } of files) {
    const numbers = testTitles(name, source).flatMap((title) => title.match(/\b[RA]\d{3}\b/g) ?? [])
    for (const number of new Set(numbers)) named.set(number, [...(named.get(number) ?? []), name])
  }
  return named
}
