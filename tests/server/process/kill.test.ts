import { join } from 'node:path'
import { expect, test } from 'vitest'
import { killRepeatedly } from '../../../bench/kill/rounds.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

test('a server that is killed while it writes loses nothing acknowledged, and leaves nothing half done', async () => {
  await using folder = await temporaryFolder()
  const figures = await killRepeatedly(`file:${join(folder.path, 'aman.db')}`, 3)
  expect(figures).toMatchObject({ kills: 3, lost: [], halfDone: [], corrupt: [] })
  expect(figures.acknowledged).toBeGreaterThan(0)
}, 60_000)
