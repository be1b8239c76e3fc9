import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFirefox } from '../../scripts/find-firefox.ts'
import { run } from '../../scripts/run-command.ts'
import { countTests } from '../../scripts/test-count.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { type Attack, row } from '../prove/attack.ts'

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
    const parameters = ['--config', 'playwright.firefox.config.ts', '--reporter=line,json']
    const environment = { FIREFOX_PATH: firefox, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
    const { exitCode, output } = await run('playwright', ['test', ...parameters], { environment })
    const written = await readFile(report, 'utf8').catch(() => undefined)
    const { passed, failed } = countTests(written, exitCode)
    return [
      row({
        fault: `the main journeys in ${version}`,
        tried: passed + failed,
        expected: 'every journey ends as in Chromium, at the first try',
        figures: `${passed} do, ${failed} do not`,
        problems: exitCode === 0 && failed === 0 ? [] : [output.slice(-400)],
        wasTried: passed > 0,
      }),
    ]
  },
}
