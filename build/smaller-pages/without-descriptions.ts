import { join } from 'node:path'
import { type ESTree, type Plugin, parseSync } from 'vite'

/**
 * Leaves out of scripts what the contract says of its calls for the OpenAPI document. Unused as it is, a
 * bundle keeps what might do something when it is evaluated, for instance a spread or a template: 1.6 to
 * 3.1 kB of the first code of a dashboard.
 * @param root the folder of the project
 */
export function withoutDescriptions(root: string): Plugin {
  const contract = join(root, 'contract/')
  return {
    name: 'without-descriptions',
    apply: 'build',
    transform: {
      filter: { code: 'describeCall' },
      handler(code, id) {
        return id.startsWith(contract) ? { code: leaveOut(code), map: null } : undefined
      },
    },
  }
}

/** @returns the module without `export const … = describeCall(…)` */
export function leaveOut(code: string): string {
  const { body } = parseSync('endpoint.js', code).program
  return body
    .filter((statement) => !isDescription(statement))
    .map(({ start, end }) => code.slice(start, end))
    .join('\n')
}

function isDescription(statement: ESTree.Program['body'][number]): boolean {
  return (
    statement.type === 'ExportNamedDeclaration' &&
    statement.declaration?.type === 'VariableDeclaration' &&
    statement.declaration.declarations.every(
      ({ init }) =>
        init?.type === 'CallExpression' &&
        init.callee.type === 'Identifier' &&
        init.callee.name === 'describeCall',
    )
  )
}
