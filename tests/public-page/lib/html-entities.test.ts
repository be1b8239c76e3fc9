import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { htmlEntities } from '../../../src/lib/public-page/try/html-entities.ts'

/** The table that the page goes without. */
async function tableOfParser(): Promise<Record<string, string>> {
  const main = createRequire(import.meta.url).resolve('postal-mime')
  const module: unknown = await import(join(dirname(main), '../esm/html-entities.js'))
  const table = typeof module === 'object' && module !== null && Reflect.get(module, 'htmlEntities')
  return Object.fromEntries(Object.entries(Object(table)).map(([name, it]) => [name, String(it)]))
}

test('the page decodes the same named characters as the server', async () => {
  const table = await tableOfParser()
  const names = Object.keys(table)
  expect(names.length).toBeGreaterThan(2000)
  expect(Object.fromEntries(names.map((name) => [name, htmlEntities[name]]))).toEqual(table)
})

test('what only begins like a name is none', async () => {
  const table = await tableOfParser()
  const others = Object.keys(table).flatMap((name) => [
    `${name.replace(/;$/, '')}x`,
    `${name.replace(/;$/, '')}x;`,
    name.toUpperCase(),
    name.replace(/;$/, ''),
  ])
  for (const name of [...others, '&;', '&none;', '&amp;amp;', '&']) {
    expect(htmlEntities[name], name).toBe(table[name])
  }
})
