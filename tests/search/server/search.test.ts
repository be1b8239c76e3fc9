import { expect, test } from 'vitest'
import { searchEndpoint } from '../../../contract/search/search.ts'
import { anonymizeUser } from '../../../server/users/removed-users.ts'
import { createTestServer } from '../../support/server/server.ts'
import { makeOrganization, makeUser, signInAdmin } from '../../support/worlds/factories.ts'

async function createScene() {
  const server = await createTestServer()
  const { token } = await signInAdmin(server)
  const organizationId = await makeOrganization(server, { name: 'Cedar Clinic' })
  const find = async (q: string) => {
    const answer = await server.get(`/api/search?${new URLSearchParams({ q })}`, { token })
    const { users, organizations } = answer.output(searchEndpoint)
    return {
      users: users.map(({ full_name }) => full_name),
      organizations: organizations.map(({ name }) => name),
    }
  }
  const add = (full_name: string, username: string, email = `${username}@firm.example`) =>
    makeUser(server, { organizationId, full_name, username, email })
  return {
    ...{ server, token, organizationId, find, add },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

test('names that begin with the text come first, then words, then usernames, then parts', async () => {
  await using scene = await createScene()
  await scene.add('Bob Overrana', 'bob')
  await scene.add('Carl', 'ranald')
  await scene.add('Dana Ranieri', 'dana')
  await scene.add('Rana Odeh', 'odeh')
  await scene.add('Eve', 'eve', 'x.rana@firm.example')
  expect((await scene.find('RANA')).users).toEqual(['Rana Odeh', 'Carl', 'Bob Overrana', 'Eve'])
  expect((await scene.find('rani')).users).toEqual(['Dana Ranieri'])
  expect((await scene.find('ra')).users.slice(0, 1)).toEqual(['Rana Odeh'])
  expect((await scene.find('r')).users).toEqual(['Rana Odeh', 'Carl'])
})

test('organizations are found by a word, users by a part of an email, at most six of each', async () => {
  await using scene = await createScene()
  await scene.add('Omar', 'omar', 'front-desk@cedar.example')
  for (let number = 0; number < 9; number += 1) {
    await makeOrganization(scene.server, { name: `Olive ${number}` })
    await scene.add(`Walk-in ${number}`, `walk-in-${number}`)
  }
  expect(await scene.find('clinic')).toEqual({ users: [], organizations: ['Cedar Clinic'] })
  expect((await scene.find('desk@cedar')).users).toEqual(['Omar'])
  const { organizations } = await scene.find('olive')
  expect(organizations).toEqual([0, 1, 2, 3, 4, 5].map((number) => `Olive ${number}`))
  expect((await scene.find('walk')).users).toHaveLength(6)
})

test('among more parts of words than the index is asked for, a word that begins with the text is first', async () => {
  await using scene = await createScene()
  for (let number = 0; number < 30; number += 1) {
    await scene.add(`Member ${number} Adorana`, `member-${number}`)
  }
  await scene.add('Zaid Rana', 'zaid')
  await scene.add('Member', 'rana-member', 'x@firm.example')
  expect((await scene.find('rana')).users.slice(0, 2)).toEqual(['Zaid Rana', 'Member'])
  expect((await scene.find('rana m')).users).toEqual([])
})

test('a removed user is not found, and no text is an operator', async () => {
  await using scene = await createScene()
  const { id } = await scene.add('Rania', 'rania')
  expect((await scene.find('rania')).users).toEqual(['Rania'])
  await scene.server.delete(`/api/admin/users/${id}`, { token: scene.token })
  for (const text of ['rania', 'removed', '%', '_', '"', "'", '*', 'a" OR "b', '\\', '😀', '-']) {
    expect((await scene.find(text)).users, text).toEqual([])
  }
  for (const query of ['', 'q=', 'q=%20', `q=${'x'.repeat(121)}`, 'q=a&limit=1']) {
    const { status } = await scene.server.get(`/api/search?${query}`, { token: scene.token })
    expect(status, query).toBe(422)
  }
})

test('a user whose mail is still being deleted is not found by the name that is left', async () => {
  await using scene = await createScene()
  const { id } = await scene.add('Rania', 'rania')
  const { database, clock } = scene.server
  await anonymizeUser(database, id, clock())
  for (const text of ['removed', `removed ${id}`, id]) {
    expect((await scene.find(text)).users, text).toEqual([])
  }
})
