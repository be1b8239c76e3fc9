import ts from 'typescript'
import { childrenOf, readTestCall } from './test-tags.ts'

/**
 * Places where a test returns before its end: it then passes without what follows. A test that one
 * engine or machine cannot run belongs to a project of its own, or is skipped with `skipIf`.
 * @returns numbers of lines
 */
export function earlyReturns(fileName: string, source: string): number[] {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true)
  const inTest = (node: ts.Node): number[] => {
    // A return of another function does not end the test.
    if (ts.isFunctionLike(node)) return []
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
    return [...(ts.isReturnStatement(node) ? [line + 1] : []), ...childrenOf(node).flatMap(inTest)]
  }
  const findIn = (node: ts.Node): number[] => {
    const call = readTestCall(node)
    const found =
      call === undefined || call.isGroup || call.body === undefined ? [] : inTest(call.body)
    return [...found, ...childrenOf(node).flatMap(findIn)]
  }
  return findIn(file)
}
