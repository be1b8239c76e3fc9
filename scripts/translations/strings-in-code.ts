import ts from 'typescript'

/** A string of the code; what a template inserts is in braces. */
export interface FoundString {
  readonly node: ts.Node
  readonly text: string
}

/** Every string under a node, without what a `case` or a comparison asks for. */
export function stringsIn(root: ts.Node): FoundString[] {
  const found: FoundString[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isLiteralTypeNode(node) || ts.isImportDeclaration(node)) return
    if (ts.isCaseClause(node)) {
      node.statements.forEach(visit)
      return
    }
    if (ts.isStringLiteralLike(node)) {
      if (!isAsked(node)) found.push({ node, text: node.text })
      return
    }
    if (ts.isTemplateExpression(node)) found.push({ node, text: templateText(node) })
    ts.forEachChild(node, visit)
  }
  visit(root)
  return found
}

/** The properties of an object by name; none of any other value. */
export function valuesOf(node: ts.Node): Map<string, ts.Node> {
  const values = new Map<string, ts.Node>()
  if (!ts.isObjectLiteralExpression(node)) return values
  for (const property of node.properties) {
    if (property.name === undefined) continue
    const name = ts.isStringLiteral(property.name) ? property.name.text : property.name.getText()
    if (ts.isPropertyAssignment(property)) values.set(name, property.initializer)
    else if (ts.isShorthandPropertyAssignment(property)) values.set(name, property.name)
    else values.set(name, property)
  }
  return values
}

/** The value in `(value)`, `value as Type` and `value satisfies Type`. */
export function unwrapped(node: ts.Node): ts.Node {
  return ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node)
    ? unwrapped(node.expression)
    : node
}

/** The name of the function or constant in which a node stands; empty outside of these. */
export function nameOfStatement(node: ts.Node): string {
  let name = ''
  for (let at = node; !ts.isSourceFile(at); at = at.parent) {
    if ((ts.isFunctionDeclaration(at) || ts.isVariableDeclaration(at)) && at.name) {
      name = at.name.getText()
    }
  }
  return name
}

function isAsked({ parent }: ts.Node): boolean {
  if (ts.isPropertyAssignment(parent)) return false
  return (
    (ts.isBinaryExpression(parent) && parent.operatorToken.getText().includes('==')) ||
    ts.isElementAccessExpression(parent)
  )
}

function templateText({ head, templateSpans }: ts.TemplateExpression): string {
  const spans = templateSpans.map(
    ({ expression, literal }) => `{${nameOf(expression)}}${literal.text}`,
  )
  return head.text + spans.join('')
}

/** `change.name` is shown as `{name}`; a longer expression as `{…}`. */
function nameOf(expression: ts.Expression): string {
  if (ts.isIdentifier(expression)) return expression.text
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text
  return '…'
}
