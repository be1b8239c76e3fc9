import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { policyEndpoint } from '../../../contract/policy/policy.ts'
import { readConfiguration } from '../../../server/core/configuration.ts'
import { loadPolicies } from '../../../server/policy/policy.ts'
import { createTestServer } from '../../support/server/server.ts'
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
  ['no title', 'sections: []\n'],
  ['another encoding', Buffer.from('title: "Caf\u00e9"\nsections: []\n', 'latin1')],
])('a policy with %s prevents the start, with its path', async (_, content) => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'policy.yaml')
  if (content !== undefined) await writeFile(path, content)
  expect(() => loadPolicies(path)).toThrow(`Cannot read the privacy policy ${path}: `)
})

test('the policy is answered in the language that is asked for, or else in English', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'policy.yaml')
  await writeFile(path, 'title: Privacy Policy\n')
  await mkdir(join(folder.path, 'ar'))
  await writeFile(join(folder.path, 'ar/policy.yaml'), 'title: سياسة الخصوصية\n')
  await using server = await createTestServer({ services: { policies: loadPolicies(path) } })
  const titleIn = async (query: string) => {
    const { body } = await server.get(`/api/privacy-policy${query}`)
    return v.parse(policyEndpoint.output, body).title
  }
  expect(await titleIn('')).toBe('Privacy Policy')
  expect(await titleIn('?locale=ar')).toBe('سياسة الخصوصية')
  expect(await titleIn('?locale=fr')).toBe('Privacy Policy')
  expect(await titleIn('?locale=constructor')).toBe('Privacy Policy')
})

test('without a setting the policy is there in English and in Arabic', async () => {
  const policies = loadPolicies(readConfiguration({}).policyFile)
  await using server = await createTestServer({ services: { policies } })
  const titleIn = async (query: string) =>
    (await server.get(`/api/privacy-policy${query}`)).output(policyEndpoint).title
  expect(await titleIn('')).toMatch(/^[A-Za-z ]+$/)
  expect(await titleIn('?locale=ar')).toMatch(/^[\p{Script=Arabic} ]+$/u)
})
