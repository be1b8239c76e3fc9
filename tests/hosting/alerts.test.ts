import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { findProgram } from '../../tools/mail-lab/programs.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/*
 * The alerts for Prometheus, in the promtool of this machine: Debian's package prometheus.
 */

const run = promisify(execFile)
const promtool = findProgram('promtool')
const hosting = join(import.meta.dirname, '../../hosting')

interface AlertCase {
  readonly alert: string
  readonly minutes: number
  /** Values by series, as promtool writes them. */
  readonly fires: Readonly<Record<string, string>>
  readonly silent: Readonly<Record<string, string>>
  readonly labels: Readonly<Record<string, string>>
  readonly summary: string
}

async function readCases(): Promise<readonly AlertCase[]> {
  return parse(await readFile(join(import.meta.dirname, 'alert-cases.yaml'), 'utf8'))
}

/** The words of each alert that say what is wrong and what to do. */
async function readDescriptions(): Promise<ReadonlyMap<string, string>> {
  const { groups } = parse(await readFile(join(hosting, 'alerts.yaml'), 'utf8'))
  const rules: { alert: string; annotations: { description?: string } }[] = groups[0].rules
  return new Map(rules.map(({ alert, annotations }) => [alert, annotations.description ?? '']))
}

function testOf({ alert, minutes }: AlertCase, series: AlertCase['fires'], exp_alerts: object[]) {
  return {
    interval: '1m',
    input_series: Object.entries(series).map(([series, values]) => ({ series, values })),
    alert_rule_test: [{ eval_time: `${minutes}m`, alertname: alert, exp_alerts }],
  }
}

test.skipIf(promtool === undefined)(
  'each alert fires when it should, and is silent when it should not',
  async () => {
    const { stdout } = await run(promtool ?? '', ['check', 'rules', join(hosting, 'alerts.yaml')])
    expect(stdout).toContain('SUCCESS: 22 rules found')
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'tests.yaml')
    const rule_files = [join(hosting, 'alerts.yaml')]
    const descriptions = await readDescriptions()
    const tests = (await readCases()).flatMap((one) => [
      testOf(one, one.fires, [
        {
          exp_labels: one.labels,
          exp_annotations: { summary: one.summary, description: descriptions.get(one.alert) },
        },
      ]),
      testOf(one, one.silent, []),
    ])
    await writeFile(file, stringify({ rule_files, evaluation_interval: '1m', tests }))
    expect((await run(promtool ?? '', ['test', 'rules', file])).stdout).toContain('SUCCESS')
  },
)

test.skipIf(promtool === undefined)(
  'Prometheus reads what each panel of the dashboard asks for',
  async () => {
    await using folder = await temporaryFolder()
    const { panels } = JSON.parse(await readFile(join(hosting, 'grafana.json'), 'utf8'))
    const asked: string[] = panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
      targets.map(({ expr }) => expr.replaceAll('$job', 'aman')),
    )
    const rules = asked.map((expr, index) => ({ record: `panel:${index}`, expr }))
    const file = join(folder.path, 'panels.yaml')
    await writeFile(file, stringify({ groups: [{ name: 'panels', rules }] }))
    const { stdout } = await run(promtool ?? '', ['check', 'rules', file])
    expect(stdout).toContain(`SUCCESS: ${asked.length} rules found`)
  },
)

test('each alert has a case in which it fires and one in which it is silent, and words that say what to do', async () => {
  const names = [...(await readDescriptions()).keys()]
  expect((await readCases()).map(({ alert }) => alert)).toEqual(names)
  for (const description of (await readDescriptions()).values())
    expect(description).toMatch(/^.{20,} First: .{20,}/)
})
