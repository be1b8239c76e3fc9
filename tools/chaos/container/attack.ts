import { join } from 'node:path'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { findProgram } from '../../mail-lab/programs.ts'
import { type Attack, row } from '../prove/attack.ts'
import { buildImage } from './image.ts'
import { runImage } from './run-image.ts'

const longestStopMs = 10_000
const user = 10_001
const noCapability = '0000000000000000'

/**
 * Builds the image of a release on Debian's own packages and runs what its Containerfile says. Not podman
 * itself: the process gets namespaces, read-only files and no capabilities from util-linux.
 */
export const containerAttack: Attack = {
  name: 'container',
  engines: ['file'],
  isOnlyWhenNamed: true,
  limitMinutes: 10,
  async try() {
    requirePrograms()
    await using folder = await temporaryFolder()
    await using image = await buildImage(folder.path)
    const { config } = image
    const built = row({
      fault: 'container: what the image says',
      tried: 1,
      expected: 'a user, a volume, a health check, SIGTERM',
      figures: `user ${config.User}, ${config.Entrypoint.join(' ')} ${config.Cmd.join(' ')}`,
      problems: [
        ...(config.User === `${user}:${user}` ? [] : [`user ${config.User}`]),
        ...(config.StopSignal === 'SIGTERM' ? [] : [`stops with ${config.StopSignal}`]),
        ...('/var/lib/aman' in config.Volumes ? [] : ['no volume']),
        ...(image.healthCheck.length > 0 ? [] : ['no health check']),
      ],
    })
    await using running = await runImage(image, join(folder.path, 'root'))
    const { uid, capabilities } = running.process()
    const problems: string[] = []
    if (uid !== user) problems.push(`runs as ${uid}`)
    if (capabilities !== noCapability) problems.push(`capabilities ${capabilities}`)
    if (!(await running.isHealthy())) problems.push('the health check fails')
    if (await running.isHealthy('PORT=1')) problems.push('the health check asks nothing')
    const written = await running.writeAsRoot('/usr/lib/aman/written')
    if (!written.includes('Read-only file system')) problems.push(`written: ${written}`)
    const own = await running.filesOfUser()
    if (own !== '') problems.push(`the user may write ${own}`)
    const startMs = performance.now()
    const exitCode = await running.stop(longestStopMs)
    const stopMs = performance.now() - startMs
    if (exitCode !== 0) problems.push(`SIGTERM ends it with ${exitCode}`)
    return [
      built,
      row({
        fault: 'container: as it runs',
        tried: 1,
        expected: 'not root, a read-only root, healthy, ended by SIGTERM with 0',
        figures: `user ${uid}, SIGTERM ends it in ${stopMs.toFixed(0)} ms`,
        problems,
      }),
    ]
  },
}

/** @throws Error where an image cannot be built */
function requirePrograms(): void {
  if (process.getuid?.() !== 0) throw new Error('only root can build an image without a daemon')
  const missing = ['debootstrap', 'buildah', 'unshare', 'nsenter', 'chroot'].filter(
    (name) => findProgram(name) === undefined,
  )
  if (missing.length > 0) throw new Error(`not here: ${missing.join(', ')}`)
}
