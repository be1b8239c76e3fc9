import { globSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { errorsOf } from '../../../contract/core/common-errors.ts'
import { examplesOf } from '../../../contract/core/examples.ts'
import { allCalls, nameOf } from '../../support/worlds/contract.ts'

const folder = join(import.meta.dirname, '../../../contract')

function isEndpoint(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'access' in value && 'output' in value
}

test('every endpoint is in the registry', async () => {
  const names = globSync('*/*.ts', { cwd: folder })
  const modules = await Promise.all(names.map((name) => import(join(folder, name))))
  const exported = modules.flatMap((module) => Object.values(module)).filter(isEndpoint)
  expect(new Set(allCalls)).toEqual(new Set(exported))
  expect(new Set(allCalls.map(nameOf)).size).toBe(exported.length)
})

test('the examples of a call are what it takes and answers', () => {
  for (const endpoint of allCalls) {
    const examples = examplesOf(endpoint)
    expect(v.is(endpoint.input, examples.input), nameOf(endpoint)).toBe(true)
    // Nothing is filled in or left out: the example is what the server sends.
    expect(v.parse(endpoint.output, examples.output), nameOf(endpoint)).toEqual(examples.output)
  }
})

test('a code means one error, with one status', () => {
  const errors = new Set(allCalls.flatMap(errorsOf))
  const codes = [...errors].map(({ code }) => code)
  expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([])
  for (const code of codes) expect(code).toMatch(/^[a-z]+(?:_[a-z]+)*$/)
})
