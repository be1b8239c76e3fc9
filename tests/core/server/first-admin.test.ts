import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { prepareData } from '../../../server/first-data.ts'
import { createTestServer } from '../../support/server/server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const password = 'kettle violet quarry'

test('the first password comes from a file or a variable and is not printed', async () => {
  await using folder = await temporaryFolder()
  const passwordFile = join(folder.path, 'password')
  await writeFile(passwordFile, `${password}\n`)
  for (const firstAdmin of [
    { password, passwordFile: '' },
    { password: 'another one that loses', passwordFile },
  ]) {
    await using server = await createTestServer()
    const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    await prepareData(server.services, 'production', firstAdmin)
    const printed = print.mock.calls.join('')
    print.mockRestore()
    expect(printed).toMatch(/^Sign in as admin with the password of FIRST_ADMIN_PASSWORD/)
    expect(printed).not.toContain(password)
    const body = { username: 'admin', password }
    expect((await server.post('/api/auth/login', { body })).status).toBe(200)
  }
})

test.each([
  [{ password: 'short', passwordFile: '' }, 'FIRST_ADMIN_PASSWORD: the password must have 12'],
  [{ password: 'Password1234!', passwordFile: '' }, 'FIRST_ADMIN_PASSWORD: password: is too easy'],
  [{ password: '', passwordFile: '/no/such/file' }, 'FIRST_ADMIN_PASSWORD_FILE cannot be read'],
])('a first password from %j prevents the start', async (firstAdmin, words) => {
  await using server = await createTestServer()
  await expect(prepareData(server.services, 'production', firstAdmin)).rejects.toThrow(words)
  expect(await server.database.selectFrom('users').select('id').execute()).toEqual([])
})
