import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import openapiTypescript, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { documentedRequests } from '../../support/server/documented-examples.ts'
import { createTestServer } from '../../support/server/server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** A client as the front of the project describes it: the fields that the server fills in are left out. */
const client = `
import type { paths } from './aman.ts'

type Post<Path extends keyof paths> = paths[Path] extends {
  post: { requestBody: { content: { 'application/json': infer Body } } }
}
  ? Body
  : never

export const report: Post<'/scans'> = {
  recipient: 'employee@cedar.example',
  sender: 'alerts@lookalike.example',
  threat_level: 'malicious',
}
export const flag: Post<'/flags/add'> = { flag_type: 'red', value: 'lookalike.example' }
export const wrong: Post<'/scans'> = {
  recipient: 'employee@cedar.example',
  sender: 'alerts@lookalike.example',
  // @ts-expect-error a level that does not exist
  threat_level: 'dangerous',
}
`

function problemsOf(file: string): readonly string[] {
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    types: [],
    skipLibCheck: true,
  })
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

test('a client that is generated from the document compiles with every example of a body', {
  timeout: 120_000,
}, async () => {
  await using folder = await temporaryFolder()
  await using server = await createTestServer()
  const { text } = await server.get('/api/openapi.json')
  await writeFile(join(folder.path, 'aman.ts'), astToString(await openapiTypescript(text)))
  const bodies = documentedRequests().flatMap(({ call, contentType, body }) =>
    contentType === 'application/json' ? [{ name: call.operationId, body }] : [],
  )
  expect(bodies.length).toBeGreaterThan(40)
  const examples = bodies.map(
    ({ name, body }, position) =>
      `export const example${position}: NonNullable<operations['${name}']['requestBody']>['content']['application/json'] = ${body}`,
  )
  const file = join(folder.path, 'client.ts')
  const imports = "import type { operations } from './aman.ts'\n"
  await writeFile(file, `${imports}${client}\n${examples.join('\n')}\n`)
  expect(problemsOf(file)).toEqual([])
})
