import { expect } from 'vitest'
import { createOf, entraUser, makeProvider } from '../../support/scim/scim.ts'
import { test } from '../../support/server/server-test.ts'

test('the changes of one organization keep their order', async ({ server }) => {
  const provider = await makeProvider(server)
  const other = createOf(await makeProvider(server, { domain: 'olive.example' }), 'olive.example')
  const id = await provider.create(entraUser())
  const shown: unknown[] = []
  const changes = Array.from({ length: 20 }, async (_, number) => {
    const operation = { op: 'Replace', path: 'displayName', value: `Rania ${number}` }
    const [{ text }] = await Promise.all([provider.patch(id, operation), other(number)])
    shown.push(/"displayName":"Rania (\d+)"/.exec(text)?.[1])
  })
  await Promise.all(changes)
  const { body } = await provider.send('GET', `/Users/${id}`)
  expect(body).toMatchObject({ displayName: 'Rania 19' })
  expect(shown).toEqual(Array.from({ length: 20 }, (_, number) => String(number)))
})
