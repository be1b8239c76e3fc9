import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { createDocument } from '../../../server/openapi/document.ts'
import { createTestServer } from '../../support/server.ts'

const document = createDocument()

test('the document is valid OpenAPI 3.1, and the server serves it', async () => {
  await using server = await createTestServer()
  const { status, body, headers } = await server.get('/api/openapi.json')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toMatch('application/json')
  expect(body).toEqual(JSON.parse(JSON.stringify(document)))
  const validator = new Validator()
  expect(await validator.validate(JSON.parse(JSON.stringify(body)))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('the document contains exactly the routes of the server', async () => {
  await using server = await createTestServer()
  const routes = server.app.routes
    .filter(({ method, path }) => method !== 'ALL' && /^\/api\/(?!docs)/.test(path))
    .map(
      ({ method, path }) => `${method} ${path.replace('/api', '').replaceAll(/:(\w+)/g, '{$1}')}`,
    )
  const { paths } = document
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(documented.sort()).toEqual(routes.sort())
})

test('bodies are required, and the permitted callers are named', () => {
  const { paths } = document
  const calls = Object.values(paths).flatMap((methods) => Object.values(methods))
  const bodies = calls.flatMap(({ requestBody }) => requestBody ?? [])
  expect(bodies.length).toBeGreaterThan(4)
  expect(bodies.every(({ required }) => required)).toBe(true)
  expect(paths['/scans']?.post?.security).toEqual([{ gateway: [] }])
  expect(paths['/auth/me']?.get?.security).toEqual([{ user: [] }])
  expect(paths['/auth/login']?.post?.security).toEqual([])
  expect(new Set(calls.map(({ operationId }) => operationId)).size).toBe(calls.length)
})

test('a call lists exactly the errors that it can return', () => {
  const { paths } = document
  const statuses = (path: string, method: string) =>
    Object.keys(paths[path]?.[method]?.responses ?? {}).join(' ')
  expect(statuses('/health', 'get')).toBe('200 422 500')
  expect(statuses('/auth/login', 'post')).toBe('200 400 401 413 415 422 429 500 503')
  expect(statuses('/team/support-request', 'post')).toBe('200 400 401 403 413 415 422 429 500 503')
  expect(statuses('/dashboard/employee', 'get')).toBe('200 401 422 500 503')
  expect(statuses('/dashboard/team', 'get')).toBe('200 401 403 422 500 503')
  expect(statuses('/admin/generate-receipt/{organization_id}/{year}/{month}', 'post')).toBe(
    '200 400 401 403 404 409 413 415 422 500 503',
  )
})

test('a batch may be accepted in part, and an answer contains the verdict after flags', {
  tags: ['A124'],
}, () => {
  const responses = document.paths['/scans']?.post?.responses
  const expected = {
    properties: {
      scans: {
        items: {
          properties: {
            threat_level: { description: 'The verdict after the flags of the recipient' },
          },
        },
      },
      refused: { items: { required: ['index', 'detail'] } },
    },
  }
  for (const status of ['200', '207']) {
    expect(responses?.[status]?.content?.['application/json']?.schema).toMatchObject(expected)
  }
  expect(responses?.['422']?.description).toMatch('No scan of the batch was accepted')
})

test('fields that an answer always has are required, and years and months are listed', () => {
  const { paths, components } = document
  expect(components.schemas.Flag?.required).not.toContain('blocked_count')
  expect(components.schemas.User?.required).toContain('has_consented')
  expect(components.schemas.User?.properties).not.toHaveProperty('password')
  const receipt = paths['/admin/generate-receipt/{organization_id}/{year}/{month}']?.post
  const year = receipt?.parameters.find(({ name }) => name === 'year')
  expect(year?.schema).toMatchObject({ enum: [2024, 2025] })
})

test('the readable page lists every call without scripts, where Aman is evaluated or developed', async () => {
  await using server = await createTestServer()
  const answer = await server.app.request('/api/docs')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha/,
  )
  const page = await answer.text()
  for (const path of Object.keys(document.paths)) {
    expect(page).toContain(`<code>/api${path}</code>`)
  }
  expect(page).not.toMatch(/<script|\[object|undefined/)
  await using production = await createTestServer({ services: { showsDocs: false } })
  expect((await production.get('/api/docs')).status).toBe(404)
})
