import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { until } from '../../../tests/support/until.ts'
import { run } from '../../scripts/run-command.ts'
import type { Image } from './image.ts'

/** What a runtime of containers does: read-only files, memory for the volume, a network of its own. */
const prepare = `
mkdir "$TARGET"
mount --bind "$FILES" "$TARGET"
mount -o remount,ro,bind "$TARGET"
mount -t tmpfs -o mode=0700,uid=10001,gid=10001 tmpfs "$TARGET/var/lib/aman"
mount -t tmpfs tmpfs "$TARGET/tmp"
mount -t proc proc "$TARGET/proc"
ip link set lo up
exec chroot "$TARGET" setpriv "$@"`

const namespaces = ['--mount', '--pid', '--net', '--fork', '--kill-child', '--propagation=private']
/** Folders that all may write, which hold nothing of the image. */
const volatile = new Set(['/tmp', '/var/tmp', '/run/lock', '/dev/shm', '/var/lib/aman'])
const longestStartMs = 120_000

export async function runImage({ config, files, healthCheck }: Image, target: string) {
  const [user = '', group = ''] = config.User.split(':')
  const rights = ['--reuid', user, '--regid', group, '--clear-groups']
  const few = [...rights, '--no-new-privs', '--bounding-set', '-all', '--inh-caps', '-all']
  const clean = ['env', '--ignore-environment', '--chdir', config.WorkingDir, ...config.Env]
  const command = [...few, ...clean, ...config.Entrypoint, ...config.Cmd]
  const outside = spawn(
    'unshare',
    [...namespaces, 'bash', '--norc', '-e', '-c', prepare, 'bash', ...command],
    { env: { PATH: process.env.PATH, TARGET: target, FILES: files } },
  )
  let printed = ''
  for (const stream of [outside.stdout, outside.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
  }
  const ended = once(outside, 'exit')
  const isOver = () => outside.exitCode !== null || outside.signalCode !== null
  await until(() => printed.includes('"started"') || isOver(), { mostMs: longestStartMs })
  if (!printed.includes('"started"')) throw new Error(`it does not start: ${printed}`)
  const pid = readFileSync(`/proc/${outside.pid}/task/${outside.pid}/children`, 'utf8').trim()
  const inside = (...parameters: string[]) =>
    run('nsenter', ['--target', pid, '--mount', '--pid', '--net', '--root', ...parameters])
  return {
    /** The first process, as the kernel sees it. */
    process() {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      return {
        uid: Number(/^Uid:\t\d+\t(\d+)/m.exec(status)?.[1]),
        capabilities: /^CapBnd:\t(\w+)/m.exec(status)?.[1],
      }
    },
    /** What the health check says, with settings beside those of the image. */
    async isHealthy(...settings: readonly string[]) {
      const { exitCode } = await inside('env', ...config.Env, ...settings, ...healthCheck)
      return exitCode === 0
    },
    /** @returns what the user could change if the files were not read-only, the volume and memory aside */
    async filesOfUser() {
      const some = ['-user', user, '-o', '-group', group, '-o', '-perm', '-o=w']
      const kinds = ['!', '-type', 'l', '!', '-type', 'c']
      const { output } = await inside('find', '/', '-xdev', ...kinds, '(', ...some, ')')
      return output
        .trim()
        .split('\n')
        .filter((path) => !volatile.has(path))
        .join(', ')
    },
    async writeAsRoot(path: string) {
      return (await inside('touch', path)).output
    },
    /** @returns the exit code, and null for a process that a signal ended or that goes on */
    async stop(mostMs: number) {
      process.kill(Number(pid), config.StopSignal === 'SIGTERM' ? 'SIGTERM' : 'SIGKILL')
      await Promise.race([ended, setTimeout(mostMs)])
      return outside.exitCode
    },
    async [Symbol.asyncDispose]() {
      outside.kill('SIGKILL')
      await ended
    },
  }
}
