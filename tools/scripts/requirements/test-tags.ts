import ts from 'typescript'

const testFunctions = new Set(['test', 'it', 'describe'])

/** A test that does not run or is expected to fail proves nothing, so its tags do not count. */
const provesNothing = new Set(['skip', 'todo', 'fixme', 'fails', 'fail'])

/**
 * Modifiers whose effect depends on the machine, for example on an installed program; only a run shows it.
 */
const conditional = new Set(['skipIf', 'runIf'])

/** `test.step` and similar calls take a text too, but are not tests. */
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

/** The names before the call: `describe.skip.each(rows)` gives describe, skip, each. */
function calleeNames(expression: ts.Expression): string[] {
  if (ts.isIdentifier(expression)) return [expression.text]
  if (ts.isPropertyAccessExpression(expression)) {
    return [...calleeNames(expression.expression), expression.name.text]
  }
  if (ts.isCallExpression(expression)) return calleeNames(expression.expression)
  if (ts.isTaggedTemplateExpression(expression)) return calleeNames(expression.tag)
  return []
}

/**
 * The tags in a test's options: `tags` for Vitest, and `tag` for Playwright, which expects an @
 * before each.
 */
function tagsOf(options: ts.Expression | undefined): string[] {
  if (options === undefined || !ts.isObjectLiteralExpression(options)) return []
  return options.properties.flatMap((property) => {
    if (!ts.isPropertyAssignment(property)) return []
    if (!ts.isIdentifier(property.name) || !tagProperties.has(property.name.text)) return []
    const { initializer } = property
    const values = ts.isArrayLiteralExpression(initializer) ? initializer.elements : [initializer]
    return values.flatMap((value) => (ts.isStringLiteralLike(value) ? [value.text] : []))
  })
}

const tagProperties = new Set(['tag', 'tags'])

interface TestCall {
  readonly isGroup: boolean
  readonly title: string
  readonly tags: readonly string[]
  readonly provesNothing: boolean
  readonly body: ts.Node | undefined
}

/** @returns undefined for a call that is not a test or a group of tests */
export function readTestCall(node: ts.Node): TestCall | undefined {
  if (!ts.isCallExpression(node)) return undefined
  const [first, ...modifiers] = calleeNames(node.expression)
  if (first === undefined || !testFunctions.has(first)) return undefined
  if (!modifiers.every((name) => titled.has(name))) return undefined
  if (node.arguments.length < 2) return undefined
  const given = node.arguments.slice(1)
  // A limit of time may follow the function.
  const callback = given.find(isFunction) ?? given.at(-1)
  return {
    isGroup: first === 'describe' || modifiers.includes('describe'),
    title: titleOf(node.arguments[0]),
    tags: tagsOf(node.arguments[1]),
    provesNothing:
      modifiers.some((name) => provesNothing.has(name)) || hasFixedCondition(node.expression),
    body: callback !== undefined && isFunction(callback) ? callback.body : callback,
  }
}

/** A title with values, `as ${role}`, is printed as it stands in the code. */
function titleOf(title: ts.Node | undefined): string {
  if (title === undefined) return ''
  return ts.isStringLiteralLike(title) ? title.text : title.getText().replaceAll('`', '')
}

/** `skipIf(true)` does not depend on the machine: the test never runs. */
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
 * Tags of the tests in a file and of the groups that contain one, read from its syntax tree:
 * comments, data and empty tests do not count. Only a run shows whether a test was reached: see
 * requirements-of-run.ts.
 */
function testTags(fileName: string, source: string): string[] {
  const tagsIn = (node: ts.Node): string[] => {
    const call = readTestCall(node)
    if (call === undefined) return childrenOf(node).flatMap(tagsIn)
    if (call.provesNothing || !hasStatements(call.body)) return []
    if (!call.isGroup) return [...call.tags]
    const holdsTest = childrenOf(node).some(hasRunningTest)
    return holdsTest ? [...call.tags, ...childrenOf(node).flatMap(tagsIn)] : []
  }
  return tagsIn(ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true))
}

/** The titles of the tests in a file, each behind those of its groups. */
export function testTitles(fileName: string, source: string): string[] {
  const titlesIn = (node: ts.Node, groups: readonly string[]): string[] => {
    const call = readTestCall(node)
    if (call === undefined) return childrenOf(node).flatMap((child) => titlesIn(child, groups))
    const path = [...groups, call.title]
    if (!call.isGroup) return [path.join(' > ')]
    return childrenOf(node).flatMap((child) => titlesIn(child, path))
  }
  return titlesIn(ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true), [])
}

function hasRunningTest(node: ts.Node): boolean {
  const call = readTestCall(node)
  if (call === undefined) return childrenOf(node).some(hasRunningTest)
  if (call.provesNothing || !hasStatements(call.body)) return false
  return !call.isGroup || childrenOf(node).some(hasRunningTest)
}

export function childrenOf(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = []
  ts.forEachChild(node, (child) => {
    children.push(child)
  })
  return children
}

/** The numbers of requirements among the tags of a test. */
export function numbersIn(tags: readonly string[]): string[] {
  return tags.map((tag) => tag.replace(/^@/, '')).filter((tag) => /^R\d{3}$/.test(tag))
}

/** Maps each number to the files whose tests are tagged with it. */
export function namedRequirements(
  files: readonly { name: string; source: string }[],
): Map<string, string[]> {
  const named = new Map<string, string[]>()
  for (const { name, source } of files) {
    const numbers = numbersIn(testTags(name, source))
    for (const number of new Set(numbers)) named.set(number, [...(named.get(number) ?? []), name])
  }
  return named
}
