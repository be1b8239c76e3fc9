import { type Attack, bothEngines, tell } from '../prove/attack.ts'
import { killRepeatedly } from './rounds.ts'

const kills = 100

export const killAttack: Attack = {
  name: 'kill',
  engines: bothEngines,
  async try(stage) {
    const figures = await killRepeatedly(await stage.newDatabase(), kills)
    const problems = [...figures.lost, ...figures.halfDone, ...figures.corrupt]
    // Only SQLite's files are checked: the processes of PostgreSQL are not killed.
    const checks =
      stage.engine === 'file' ? `, ${figures.corrupt.length} failed integrity checks` : ''
    const counts = `${figures.acknowledged} acknowledged writes: ${figures.lost.length} lost, ${figures.halfDone.length} half done${checks}`
    return [
      {
        fault: 'the server is killed while it writes',
        tried: kills,
        expected: 'nothing acknowledged is lost or half done',
        seen: problems.length === 0 ? counts : `${counts}: ${tell(problems)}`,
        holds: problems.length === 0 && figures.acknowledged > 0,
      },
    ]
  },
}
