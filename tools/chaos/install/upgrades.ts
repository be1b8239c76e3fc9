import type { Shell } from '../fresh-machine/shell.ts'
import { signIn, untilAnswering } from './sign-in.ts'

/** Whether the service is enabled and runs, in these words of systemd. */
const requireState = (enabled: string, active: string) => `
test "$(systemctl is-enabled aman)" = ${enabled}
test "$(systemctl is-active aman)" = ${active}
test "$(dpkg-query --show --showformat '\${db:Status-Status}' aman)" = installed`

/** @param install the command of the page */
export async function removeAndInstall(shell: Shell, install: string): Promise<string> {
  await shell.run(`apt-get remove --yes aman\n${install}\n${requireState('enabled', 'active')}`)
  await signIn('admin')
  return 'enabled, and the data is there'
}

export async function answerAfterReboot(shell: Shell): Promise<string> {
  await untilAnswering()
  await shell.run(requireState('enabled', 'active'))
  await signIn('admin')
  return 'enabled, and it answers'
}

/** @param newer packages of later versions, in root's folder */
export async function upgradeStopped(
  shell: Shell,
  [first, second]: readonly string[],
): Promise<string> {
  await shell.run(`systemctl disable --now aman
dpkg --install ${first}
${requireState('disabled', 'inactive')}
systemctl mask aman
dpkg --install ${second}
${requireState('masked', 'inactive')}
systemctl unmask aman
systemctl enable --now aman
${requireState('enabled', 'active')}`)
  return 'disabled and masked, it stays stopped and configured'
}
