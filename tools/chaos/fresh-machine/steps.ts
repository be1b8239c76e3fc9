import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { wordsOfCause } from '../../../server/core/start-error.ts'
import { until } from '../../../tests/support/until.ts'
import { run } from '../../scripts/run-command.ts'
import { relayTo } from './mirror.ts'
import type { Step } from './run-machine.ts'
import { openShell, type Shell } from './shell.ts'

/** The steps of a script that runs apart; with a loopback of its own. */
export function openSteps() {
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
  const steps: Step[] = []
  return {
    /** @returns whether it came to its end */
    async step(fault: string, task: () => Promise<string>): Promise<boolean> {
      const started = performance.now()
      const seconds = () => `${((performance.now() - started) / 1000).toFixed(0)} s`
      try {
        const figures = await task()
        steps.push({ fault, figures: `${figures}, ${seconds()}`, problems: [] })
        return true
      } catch (cause) {
        steps.push({ fault, figures: `after ${seconds()}`, problems: [wordsOfCause(cause)] })
        return false
      }
    },
    end(): never {
      process.stdout.write(`\n${JSON.stringify(steps)}\n`)
      process.exit(0)
    },
  }
}

/** @returns the machine for a shell, and what else the script was given */
export async function enterMachine() {
  const [root = '', socket = '', ...parameters] = process.argv.slice(2)
  execFileSync('mount', ['-t', 'proc', 'proc', `${root}/proc`])
  execFileSync('mount', ['--rbind', '/dev', `${root}/dev`])
  await relayTo(socket)
  return { place: { root, enter: ['chroot', root] }, parameters }
}

/** As a step of the script, with the shell of an operator. */
export type InShell = (fault: string, task: (shell: Shell) => Promise<string>) => Promise<boolean>

/** Systemd in the machine, and a shell for each step, as one ends with the command that fails. */
export async function openInit(root: string, step: ReturnType<typeof openSteps>['step']) {
  let machine = await startSystemd(root)
  let shells = 0
  const inShell: InShell = async (fault, task) => {
    shells += 1
    const shell = openShell({ root, enter: machine.enter }, `shell-${shells}`)
    const isDone = await step(fault, () => task(shell))
    // systemd would wait for it before a reboot.
    await shell.end()
    return isDone
  }
  return {
    inShell,
    async reboot() {
      await machine.stop()
      machine = await startSystemd(root)
    },
  }
}

/** As a runtime of machines does before the first process: files, devices and groups of its own. */
const prepare = `
mount --bind "$ROOT" "$ROOT"
cd "$ROOT"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=0755 tmpfs dev
for device in null zero full random urandom tty; do
  touch "dev/$device"
  mount --bind "/dev/$device" "dev/$device"
done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
mount -t tmpfs tmpfs dev/shm
mount -t tmpfs -o mode=0755 tmpfs run
mkdir --parents mnt/outside
pivot_root . mnt/outside
umount --lazy /mnt/outside
exec env --ignore-environment container=aman /lib/systemd/systemd`

/** Long, as nothing of the machine's usual start is left out. */
const longestStartMs = 120_000

async function startSystemd(root: string) {
  const apart = ['--pid', '--mount', '--cgroup', '--uts', '--ipc', '--fork', '--kill-child']
  const outside = spawn('unshare', [...apart, 'bash', '-e', '-c', prepare], {
    env: { PATH: process.env.PATH, ROOT: root },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const firstProcess = () =>
    readFileSync(`/proc/${outside.pid}/task/${outside.pid}/children`, 'utf8').trim()
  await until(() => firstProcess() !== '')
  const enter = ['nsenter', `--target=${firstProcess()}`, '--all']
  const [command = '', ...parameters] = [...enter, 'systemctl', 'is-system-running']
  const isUp = async () => /running|degraded/.test((await run(command, parameters)).output)
  if (await until(isUp, { mostMs: longestStartMs, everyMs: 250 })) {
    return {
      /** The command that runs a program inside it. */
      enter,
      /** Ends its programs in order, as before a reboot. */
      async stop() {
        const ended = once(outside, 'exit')
        await run(command, [...enter.slice(1), 'systemctl', 'poweroff'])
        await ended
      },
    }
  }
  throw new Error(`systemd does not start: ${(await run(command, parameters)).output}`)
}
