import * as v from 'valibot'
import { expect, test } from 'vitest'
import { callsByName } from '../../support/worlds/contract.ts'
import { full } from '../../support/worlds/dashboard-answers.ts'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Every field of an answer, as the keys that lead to it. */
function fieldsOf(value: unknown, path: readonly string[] = []): string[][] {
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    [...path, key],
    ...fieldsOf(inner, [...path, key]),
  ])
}

function changed(answer: unknown, path: readonly string[], change: 'missing' | unknown): unknown {
  const copy: unknown = structuredClone(answer)
  let parent = copy
  for (const key of path.slice(0, -1)) parent = isRecord(parent) ? parent[key] : undefined
  const last = path.at(-1)
  if (!isRecord(parent) || last === undefined) throw new Error(`no ${path.join('.')}`)
  if (change === 'missing' && !Array.isArray(parent)) delete parent[last]
  else parent[last] = change === 'missing' ? null : change
  return copy
}

/**
 * Every screen needs these: the row's id, the flag's colour, whole rows, and a success that is not
 * null.
 */
const isPromised = (path: readonly string[]) =>
  ['id', 'flag_type', 'success'].includes(path.at(-1) ?? '') || /^\d+$/.test(path.at(-1) ?? '')

for (const [path, answer] of Object.entries(full)) {
  const schema = callsByName.get(`GET ${path}`)?.output ?? expect.fail(`no call GET ${path}`)
  const accepts = (value: unknown) => v.safeParse(schema, value).success
  const fields = fieldsOf(answer)

  test(`in ${path} each of the ${fields.length} fields may be missing or null`, {
    tags: ['R008'],
  }, () => {
    expect(accepts(answer)).toBe(true)
    for (const change of ['missing', null]) {
      const refused = fields.filter((field) => !accepts(changed(answer, field, change)))
      expect(refused.filter((field) => !isPromised(field)).map((field) => field.join('.'))).toEqual(
        [],
      )
    }
  })

  test(`in ${path} a field of the wrong type is an error or is replaced, never passed through`, () => {
    for (const field of fields) {
      for (const wrong of [{ a: 1 }, ['a'], true, 'text', -0.5]) {
        const { success, output } = v.safeParse(schema, changed(answer, field, wrong))
        if (!success) continue
        const kinds = (value: unknown): string[] =>
          fieldsOf(value).map((inner) => inner.filter((key) => !/^\d+$/.test(key)).join('.'))
        const known = new Set(kinds(v.parse(schema, answer)))
        expect(kinds(output).filter((kind) => !known.has(kind))).toEqual([])
      }
    }
  })
}
