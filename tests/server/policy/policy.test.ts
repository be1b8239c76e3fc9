import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadPolicy } from '../../../server/policy/load-policy.ts'
import { createTestServer } from '../../support/server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

test('the privacy policy that marketing edits is public', {
  tags: ['R286', 'R351'],
}, async () => {
  await using server = await createTestServer()
  const { status, body } = await server.get('/api/privacy-policy')
  expect(status).toBe(200)
  expect(body).toEqual({
    title: 'Privacy Policy',
    effective_date: '2026-01-01',
    last_updated: '2026-02-01',
    sections: [
      { title: 'What we keep', content: 'Of malicious mail only the domain of its sender.' },
    ],
  })
})

test.each([
  ['a missing file', undefined],
  ['broken YAML', 'title: [\n'],
  ['no title', 'sections: []\n'],
  ['an empty file', ''],
])('a policy with %s prevents the start, with its path', async (_, content) => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'policy.yaml')
  if (content !== undefined) await writeFile(path, content)
  expect(() => loadPolicy(path)).toThrow(`Cannot read the privacy policy ${path}: `)
})
