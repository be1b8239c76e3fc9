import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { findProgram } from '../../scripts/mail-lab/programs.ts'
import { run } from '../../scripts/run-command.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { type Attack, row } from '../prove/attack.ts'
import { findMirror, makeFreshRoot } from './fresh-root.ts'
import { serveMirror } from './mirror.ts'

const step = v.object({
  fault: v.string(),
  figures: v.string(),
  problems: v.array(v.string()),
})
/** A part of the page, and what came of it. */
export type Step = v.InferOutput<typeof step>

const relayPort = 3142
const limitMinutes = 20

/** A reader connects their mail with nothing but the page and a fresh machine (A1080). */
export const connectAttack: Attack = {
  name: 'connect',
  engines: ['file'],
  isOnlyWhenNamed: true,
  limitMinutes,
  async try() {
    requirePrograms()
    await using folder = await temporaryFolder()
    const fresh = join(folder.path, 'root')
    await mkdir(fresh)
    const mirror = findMirror()
    await makeFreshRoot(fresh, mirror, `http://127.0.0.1:${relayPort}`)
    const socket = join(folder.path, 'mirror')
    await using _mirror = await serveMirror(mirror, socket)
    const machine = join(import.meta.dirname, 'machine.ts')
    // The shell is the first process: it takes in the daemons whose parents have ended.
    const inside = ['bash', '-c', '"$@"; exit $?', 'bash', process.execPath, machine, fresh, socket]
    const apart = ['--net', '--pid', '--mount', '--fork', '--kill-child']
    const { exitCode, output } = await run('unshare', [...apart, ...inside, String(relayPort)], {
      timeoutMs: limitMinutes * 60_000,
    })
    const last = output.trim().split('\n').at(-1) ?? ''
    if (exitCode !== 0) throw new Error(`the fresh machine ended with ${exitCode}: ${last}`)
    const steps = v.parse(v.pipe(v.string(), v.parseJson(), v.array(step)), last)
    return steps.map(({ fault, figures, problems }) =>
      row({ fault: `connect-your-mail.md: ${fault}`, tried: 1, expected, figures, problems }),
    )
  },
}

const expected = "as the page's commands stand, on a fresh Debian"

/** @throws Error where a fresh machine cannot be made */
function requirePrograms(): void {
  if (process.getuid?.() !== 0) throw new Error('only root can make a fresh machine in a folder')
  const missing = ['debootstrap', 'unshare', 'chroot', 'ip', 'mount'].filter(
    (name) => findProgram(name) === undefined,
  )
  if (missing.length > 0) throw new Error(`not here: ${missing.join(', ')}`)
}
