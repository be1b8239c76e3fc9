import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { until } from '../../../tests/support/until.ts'
import { run } from '../../scripts/run-command.ts'

/**
 * The work of a runtime of machines before the first process: files, devices and groups of its own.
 */
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

/** Starts a machine with systemd. */
export async function startSystemd(root: string) {
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
