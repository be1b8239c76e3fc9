import type { Attack, Result } from '../prove/attack.ts'
import { endSessions } from './ended-session.ts'
import { openHouse } from './house.ts'
import { signOutElsewhere } from './logout.ts'

const screens = ['employee', 'team', 'admin'] as const

export const browserAttack: Attack = {
  name: 'browser',
  engines: ['file'],
  async try(stage) {
    await using house = await openHouse(stage)
    const results: Result[] = []
    for (const screen of screens) results.push(await endSessions(house, screen, 12))
    results.push(await signOutElsewhere(house, screens, 18))
    return results
  },
}
