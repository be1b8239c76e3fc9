import { until } from '../../../tests/support/until.ts'
import type { Shell } from '../fresh-machine/shell.ts'
import { untilAnswering } from './sign-in.ts'

/** More than systemd takes within ten seconds where a unit sets no limit of its own. */
const manyRestarts = 6

const property = (name: string) => `systemctl show --property ${name} --value aman`
const settings = '/etc/aman/aman.env'

/** A wrong setting makes the unit fail once, and what the operator hung on OnFailure= runs. */
export async function failOnce(shell: Shell): Promise<string> {
  await shell.run(`cp ${settings} settings
mkdir --parents /etc/systemd/system/aman.service.d
printf '[Unit]\\nOnFailure=told.service\\n' > /etc/systemd/system/aman.service.d/told.conf
printf '[Service]\\nType=oneshot\\nExecStart=/usr/bin/touch /run/told\\n' > /etc/systemd/system/told.service
systemctl daemon-reload
echo PORT=none >> ${settings}
if systemctl restart aman; then false; fi`)
  await until(async () => (await shell.run('ls /run')).includes('told'), { mostMs: 10_000 })
  await shell.run(`test "$(systemctl is-failed aman)" = failed
test "$(${property('NRestarts')})" = 0
test -e /run/told
cp settings ${settings}
systemctl restart aman`)
  await untilAnswering()
  return 'failed, and OnFailure= ran'
}

/** A database that is away is tried again until it is there, without a command. */
export async function waitForDatabase(shell: Shell): Promise<string> {
  await shell.run(`sed -i 's|^DATABASE_URL=.*|DATABASE_URL=postgres://aman:secret@127.0.0.1:1/aman|' ${settings}
if systemctl restart aman; then false; fi`)
  const restarts = async () => Number.parseInt(await shell.run(property('NRestarts')), 10)
  await until(async () => (await restarts()) >= manyRestarts, { mostMs: 60_000, everyMs: 1000 })
  await shell.run(`test "$(systemctl is-failed aman)" = activating\ncp settings ${settings}`)
  await untilAnswering()
  return `it answers after ${await restarts()} restarts`
}
