import { type Attack, tell } from '../prove/attack.ts'
import { cutConnections } from './rounds.ts'

const forMs = 15_000

export const connectionsAttack: Attack = {
  name: 'connections',
  engines: ['PostgreSQL'],
  async try(stage) {
    const figures = await cutConnections(await stage.newDatabase(), forMs)
    const { cuts, acknowledged, unavailable, brokenLists, mails, recoveredMs, problems } = figures
    const counts = `${acknowledged} acknowledged writes, all there; ${unavailable} answers 503, ${brokenLists} lists broken off, nothing else; ${mails} mails, each once; all well after ${recoveredMs.toFixed(0)} ms`
    return [
      {
        fault: 'connections to the database are cut, one after another',
        tried: cuts,
        expected:
          'nothing acknowledged is lost or half done, 503 with words, mails go out once, all well by itself',
        seen: problems.length === 0 ? counts : tell(problems),
        holds: problems.length === 0 && Math.min(cuts, acknowledged, unavailable, mails) > 0,
      },
    ]
  },
}
