import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import * as v from 'valibot'
import { changeOwnPasswordEndpoint } from '../../../contract/account/change-own-password.ts'
import { addFlagEndpoint } from '../../../contract/flags/add-flag.ts'
import { listFlagsEndpoint } from '../../../contract/flags/list-flags.ts'
import { addTotpEndpoint, beginTotpEndpoint } from '../../../contract/sign-in/add-totp.ts'
import { signInWithCodeEndpoint } from '../../../contract/sign-in/sign-in-with-code.ts'
import { signInWithPasswordEndpoint } from '../../../contract/sign-in/sign-in-with-password.ts'
import { saveUserEndpoint } from '../../../contract/users/save-user.ts'
import { documentedCommands } from '../documented-block.ts'
import type { Shell } from '../fresh-machine/shell.ts'
import type { InShell } from '../fresh-machine/steps.ts'
import { address, password, signIn, signInFirst, untilAnswering } from './sign-in.ts'

const user = v.object({ secret: v.string(), username: v.string() })
const flag = { flag_type: 'red', value: 'lottery.example' }

/** Files that the operator carries to the other machine, in root's folder. */
export const carried = ['aman.db.age', 'passphrase', 'user.json']
const userFile = (root: string) => join(root, 'root/user.json')

export async function makeBackups(root: string, inShell: InShell): Promise<void> {
  await inShell('a machine with a flag and an authenticator app', (shell) => prepare(shell, root))
  await inShell('an encrypted backup by hand, where only root may write', async (shell) => {
    const [encrypted = ''] = documentedCommands('operations.md', '## Back up the data')
    await shell.run(`${encrypted}
test "$(stat --format=%U:%a /var/backups/*.db.age)" = root:600
mv /var/backups/*.db.age aman.db.age`)
    return 'root:600'
  })
  await inShell('a daily backup in the sandbox, encrypted', async (shell) => {
    const [enable = '', encrypt = ''] = documentedCommands('operations.md', '### Back up every day')
    await shell.run(`${enable}systemctl start aman-backup
test "$(stat --format=%U:%a /var/backups/aman/*.db /var/backups/aman/*.secrets | uniq)" = aman:600
${encrypt}ls /var/backups/aman | grep --quiet 'db.age$'
systemctl is-active --quiet aman-backup.timer`)
    return 'aman:600'
  })
}

async function prepare(shell: Shell, root: string): Promise<string> {
  const [install = ''] = documentedCommands('install.md', '## On Debian')
  const { client, token, firm } = await signInFirst(await shell.run(install))
  const employee = {
    username: 'rania',
    email: 'rania@your-firm.example',
    full_name: 'Rania Khoury',
    role: 'employee',
    organization_id: firm,
    department: '',
    password: 'a word of the admin',
  }
  await client.call('POST', saveUserEndpoint.path, token, employee)
  const own = await signIn(employee.username, employee.password)
  const change = { current_password: employee.password, password }
  await own.client.call('POST', changeOwnPasswordEndpoint.path, own.token, change)
  await own.client.call('POST', addFlagEndpoint.path, own.token, flag)
  const proof = { current_password: password }
  const begun = await own.client.call('POST', beginTotpEndpoint.path, own.token, proof)
  const { registration, secret } = v.parse(beginTotpEndpoint.output, begun)
  const added = { registration, code: codeOf(secret), name: 'Phone' }
  await own.client.call('POST', addTotpEndpoint.path, own.token, added)
  writeFileSync(userFile(root), JSON.stringify({ username: employee.username, secret }))
  return employee.username
}

export async function restore(root: string, inShell: InShell): Promise<void> {
  await inShell('a backup onto an empty machine, then password, code and flags', async (shell) => {
    const [commands = ''] = documentedCommands('operations.md', '## Restore a backup')
    await shell.run(`apt-get update\n${commands}`)
    await untilAnswering()
    const { username, secret } = v.parse(user, JSON.parse(readFileSync(userFile(root), 'utf8')))
    const first = await post(signInWithPasswordEndpoint.path, { username, password })
    const cookie = first.headers
      .getSetCookie()
      .map((set) => set.split(';')[0])
      .join('; ')
    const challenge = /"challenge":"([^"]+)"/.exec(await first.text())?.[1] ?? ''
    const second = await post(
      signInWithCodeEndpoint.path,
      { challenge, code: codeOf(secret) },
      { cookie },
    )
    const { access_token: token } = v.parse(signInWithCodeEndpoint.output, await second.json())
    const headers = { authorization: `Bearer ${token}` }
    const flags = await fetch(`${address}/api${listFlagsEndpoint.path}`, { headers })
    if (!(await flags.text()).includes(flag.value)) throw new Error('the flag is not there')
    return `${commands.trim().split('\n').length} commands`
  })
}

function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(`${address}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

function codeOf(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate()
}
