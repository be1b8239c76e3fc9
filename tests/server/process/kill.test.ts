import { expect, test } from 'vitest'
import { killRepeatedly } from '../../../bench/kill/rounds.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

test('a server that is killed while mail is reported has lost none of what it acknowledged', async () => {
  await using folder = await temporaryFolder()
  const figures = await killRepeatedly(folder.path, 2)
  expect(figures).toMatchObject({ kills: 2, lost: 0, disagreeing: 0, corrupt: 0 })
}, 30_000)
