import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { needsOperator } from '../../server/core/command-line.ts'
import { misspeltSettings } from '../../server/core/read-environment.ts'
import { findProgram } from '../../tools/mail-lab/programs.ts'

const folder = join(import.meta.dirname, '../../hosting/release')
const unit = join(folder, 'aman.service')
const systemd = findProgram('systemd-analyze')
const worstExposure = 2

test.skipIf(systemd === undefined)('the unit of systemd is valid and has few rights', async () => {
  const analyze = (...options: string[]) => spawnSync(systemd ?? '', options, { encoding: 'utf8' })
  const { stdout } = analyze('security', '--offline=true', unit)
  const exposure = Number(/Overall exposure level .*: (\d+\.\d+)/.exec(stdout)?.[1])
  expect(exposure).toBeLessThanOrEqual(worstExposure)

  // The program of the package is not on this machine.
  await using copy = await mkdtempDisposable(join(tmpdir(), 'aman-unit-'))
  const path = join(copy.path, 'aman.service')
  await writeFile(path, readFileSync(unit, 'utf8').replace('/usr/lib/aman/aman', '/bin/true'))
  const { stderr, status } = analyze('verify', '--man=no', path)
  expect(stderr).toBe('')
  expect(status).toBe(0)
})

test('a backup by timer has the rights of the server and may write the folder of backups, and no others', () => {
  const sandboxOf = (name: string) => {
    const lines = readFileSync(join(folder, name), 'utf8').split('\n')
    return lines.slice(lines.indexOf('NoNewPrivileges=yes')).filter((line) => /^[A-Z]/.test(line))
  }
  const own = 'ReadWritePaths=/var/backups/aman'
  const backup = sandboxOf('aman-backup.service')
  const server = sandboxOf('aman.service').filter((line) => !line.startsWith('WantedBy'))
  expect(backup).toContain(own)
  expect(backup.filter((line) => line !== own)).toEqual(server)
})

test('systemd does not start a server again that only the operator can mend', () => {
  const settings = readFileSync(unit, 'utf8').split('\n')
  expect(settings).toContain(`RestartPreventExitStatus=${needsOperator}`)
  expect(settings).toContain('StartLimitIntervalSec=0')
})

test('the proxies of other programs are not taken for misspelt settings', () => {
  const proxies = ['http_proxy', 'https_proxy', 'ftp_proxy', 'no_proxy', 'all_proxy']
  const names = [...proxies, 'FTP_PROXY', 'ALL_PROXY', 'TRUTS_PROXY']
  expect(misspeltSettings(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([
    'TRUTS_PROXY is not a setting of Aman: is TRUST_PROXY meant?',
  ])
})

test('what systemd tells a service is not taken for a misspelt setting', () => {
  // From "Environment variables set or propagated by the service manager" in systemd.exec(5).
  const told = [
    ...['RUNTIME', 'STATE', 'CACHE', 'LOGS', 'CONFIGURATION', 'CREDENTIALS'].map(
      (name) => `${name}_DIRECTORY`,
    ),
    ...['USER', 'LOGNAME', 'HOME', 'SHELL', 'INVOCATION_ID', 'MAINPID', 'MANAGERPID'],
    ...['JOURNAL_STREAM', 'SYSTEMD_EXEC_PID', 'NOTIFY_SOCKET', 'WATCHDOG_USEC', 'LISTEN_FDS'],
    ...['MEMORY_PRESSURE_WATCH', 'MEMORY_PRESSURE_WRITE', 'SERVICE_RESULT', 'EXIT_STATUS'],
  ]
  expect(misspeltSettings(Object.fromEntries(told.map((name) => [name, 'x'])))).toEqual([])
})
