import ts from 'typescript'

const testFunctions = new Set(['test', 'it', 'describe'])

/** A test that does not run or is expected to fail proves nothing, so what its title names is not built. */
const provesNothing = new Set(['skip', 'todo', 'fixme', 'fails', 'fail'])

/** What runs depends on the machine, for instance on a program that it has; a run tells. */
const conditional = new Set(['skipIf', 'runIf'])

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
  'slow',
  ...provesNothing,
  ...conditional,
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

interface TestCall {
  readonly isGroup: boolean
  readonly title: string
  readonly provesNothing: boolean
  readonly body: ts.Node | undefined
}

/** @returns undefined for a call that is no test and no group of tests */
function readTestCall(node: ts.Node): TestCall | undefined {
  if (!ts.isCallExpression(node)) return undefined
  const [first, ...modifiers] = calleeNames(node.expression)
  if (first === undefined || !testFunctions.has(first)) return undefined
  if (!modifiers.every((name) => titled.has(name))) return undefined
  const title = literalText(node.arguments[0])
  if (title === '') return undefined
  const callback = node.arguments.slice(1).at(-1)
  return {
    isGroup: first === 'describe' || modifiers.includes('describe'),
    title,
    provesNothing:
      modifiers.some((name) => provesNothing.has(name)) || hasFixedCondition(node.expression),
    body: callback !== undefined && isFunction(callback) ? callback.body : callback,
  }
}

/** `skipIf(true)` depends on nothing, and is a test that is off. */
function hasFixedCondition(expression: ts.Expression): boolean {
  if (ts.isPropertyAccessExpression(expression)) return hasFixedCondition(expression.expression)
  if (!ts.isCallExpression(expression)) return false
  const isConditional = conditional.has(calleeNames(expression.expression).at(-1) ?? '')
  if (isConditional && expression.arguments.some(isFixed)) return true
  return hasFixedCondition(expression.expression)
}

function isFixed(condition: ts.Expression): boolean {
  if (ts.isPrefixUnaryExpression(condition)) return isFixed(condition.operand)
  return (
    condition.kind === ts.SyntaxKind.TrueKeyword ||
    condition.kind === ts.SyntaxKind.FalseKeyword ||
    ts.isLiteralExpression(condition)
  )
}

function isFunction(node: ts.Node): node is ts.ArrowFunction | ts.FunctionExpression {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node)
}

function hasStatements(body: ts.Node | undefined): boolean {
  return body !== undefined && !(ts.isBlock(body) && body.statements.length === 0)
}

/**
 * Titles of the tests that a file runs, and of the groups that hold one, read from its syntax tree:
 * comments, data and empty tests do not count. Whether a test was reached is told by a run: see
 * requirements-of-run.ts.
 */
export function testTitles(fileName: string, source: string): string[] {
  const titlesIn = (node: ts.Node): string[] => {
    const call = readTestCall(node)
    if (call === undefined) return childrenOf(node).flatMap(titlesIn)
    if (call.provesNothing || !hasStatements(call.body)) return []
    if (!call.isGroup) return [call.title]
    const inside = childrenOf(node).flatMap(titlesIn)
    return inside.length === 0 ? [] : [call.title, ...inside]
  }
  return titlesIn(ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true))
}

function childrenOf(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = []
  ts.forEachChild(node, (child) => {
    children.push(child)
  })
  return children
}

/** The numbers of requirements and additions that a title names. */
export function numbersIn(title: string): string[] {
  return title.match(/\b[RA]\d{3}\b/g) ?? []
}

/** Which files name which requirement in their titles. */
export function namedRequirements(
  files: readonly { name: string; source: string }[],
): Map<string, string[]> {
  const named = new Map<string, string[]>()
  for (const { name, source } of files) {
    const numbers = testTitles(name, source).flatMap(numbersIn)
    for (const number of new Set(numbers)) named.set(number, [...(named.get(number) ?? []), name])
  }
  return named
}
