import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFirefox } from '../../scripts/find-firefox.ts'
import { run } from '../../scripts/run-command.ts'
import { countTests } from '../../scripts/test-count.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import type { Attack } from '../prove/attack.ts'

/** The main journeys, those that `npm test -- firefox` runs too, in another browser than Chromium. */
export const firefoxAttack: Attack = {
  name: 'firefox',
  engines: ['file'],
  async try() {
    const firefox = await findFirefox()
    if (firefox === undefined) throw new Error('there is no Firefox (Debian: firefox-esr)')
    const build = await run('node', ['scripts/build-site.ts', '--if-changed'])
    if (build.exitCode !== 0) throw new Error(`the site did not build: ${build.output}`)
    const version = (await run(firefox, ['--version'])).output.trim().replace('Mozilla ', '')

    await using folder = await temporaryFolder()
    const report = join(folder.path, 'report.json')
    const { exitCode, output } = await run(
      'playwright',
      ['test', '--config', 'playwright.firefox.config.ts', '--reporter=line,json'],
      { environment: { FIREFOX_PATH: firefox, PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
    )
    if (exitCode !== 0) console.error(output)
    const written = await readFile(report, 'utf8').catch(() => undefined)
    const { passed, failed } = countTests(written, exitCode)
    return [
      {
        fault: `the main journeys in ${version}`,
        tried: passed + failed,
        expected: 'every journey ends as in Chromium, at the first try',
        seen: `${passed} do, ${failed} do not`,
        holds: exitCode === 0 && failed === 0 && passed > 0,
      },
    ]
  },
}
