import { parseArgs } from 'node:util'
import { temporaryFolder } from '../tests/support/temporary-folder.ts'
import { killRepeatedly } from './kill/rounds.ts'

/*
 * npm run bench:kill -- [--kills 20]: SIGKILLs a real server again and again while mail is being
 * reported to it, and says what of the acknowledged mail was lost. Anything but 0 is a failure.
 */

const { values } = parseArgs({ options: { kills: { type: 'string', default: '20' } } })
await using folder = await temporaryFolder()
const started = performance.now()
const figures = await killRepeatedly(folder.path, Number(values.kills))

const seconds = ((performance.now() - started) / 1000).toFixed(1)
console.log('| kills | acknowledged | lost | counts that disagree | failed integrity checks | s |')
console.log('|---|---|---|---|---|---|')
console.log(`| ${Object.values(figures).join(' | ')} | ${seconds} |`)
const { lost, disagreeing, corrupt } = figures
process.exitCode = lost + disagreeing + corrupt === 0 ? 0 : 1
