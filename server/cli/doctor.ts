import '../core/closed-prototype.ts'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { email } from '../../contract/core/email.ts'
import { commandLine } from '../core/command-line.ts'
import { problemsOfSettings, readConfiguration } from '../core/configuration.ts'
import { misspeltSettings } from '../core/read-environment.ts'
import { readSecret } from '../database/kept-secret.ts'
import { doctorSecret } from '../http/doctor-token.ts'
import { announceDatabase, runCommand, withExistingDatabase, withUsage } from './command.ts'
import { checkAddress } from './doctor/check-address.ts'
import { checkDatabase, withDatabase } from './doctor/check-database.ts'
import { checkFiles } from './doctor/check-files.ts'
import { checkMailServer } from './doctor/check-mail-server.ts'
import { checkPartners } from './doctor/check-partners.ts'
import { checkJudge, checkMetricsAddress, checkOffers, checkServer } from './doctor/check-server.ts'
import { type Finding, printFinding, well, wrong } from './doctor/finding.ts'
import { whyNoMail } from './doctor/why-no-mail.ts'

/*
 * Says what is wrong and how to mend it, and changes nothing. Exit code 1 if anything is.
 */

const usage = `Usage: ${commandLine('doctor')} [--mail <address>]
Checks settings, files, database, clock, disk, judge, outgoing mail, PUBLIC_URL and other systems;
with --mail why the mail of one address does not arrive.`

await runCommand(async () => {
  const address = readArguments()
  const isWell = address === undefined ? await examine() : await explain(address)
  if (!isWell) process.exitCode = 1
})

function readArguments(): string | undefined {
  return withUsage(usage, () => {
    const { mail } = parseArgs({ options: { mail: { type: 'string' } } }).values
    if (mail === undefined) return undefined
    const read = v.safeParse(email, mail)
    if (!read.success) throw new Error(`--mail: ${mail} is no address`)
    return read.output
  })
}

async function explain(address: string): Promise<boolean> {
  return print(await withExistingDatabase((database) => whyNoMail(database, new Date(), address)))
}

/** Each check is printed when it has ended, because some wait for the network. */
async function examine(): Promise<boolean> {
  const problems = problemsOfSettings(process.env)
  if (problems.length > 0) {
    const mend = 'Correct the value: docs/configuration.md.'
    const invalid = problems.map((problem) => wrong(problem, mend))
    return print([...invalid, ...findMisspelt()])
  }
  const configuration = readConfiguration(process.env)
  announceDatabase(configuration.database.address)
  let secret: string | undefined
  const results = [
    print([...checkSettings(), checkMetricsAddress(configuration)]),
    print(await checkFiles(configuration)),
    print(
      await withDatabase(configuration.database.address, async (database) => {
        secret = await readSecret(database, doctorSecret)
        return [
          ...(await checkDatabase(database, configuration)),
          ...(await checkPartners(database, configuration)),
          ...checkOffers(configuration),
        ]
      }),
    ),
    print([await checkServer(configuration, secret), await checkJudge(configuration)]),
    print([await checkMailServer(configuration)]),
    print(await checkAddress(configuration, secret)),
  ]
  return results.every((isWell) => isWell)
}

/** A misspelt variable has no effect. */
function findMisspelt(): readonly Finding[] {
  return misspeltSettings(process.env).map((line) => wrong(line, 'Correct the name.'))
}

function checkSettings(): readonly Finding[] {
  const misspelt = findMisspelt()
  return misspelt.length === 0 ? [well('The settings are valid')] : misspelt
}

function print(findings: readonly Finding[]): boolean {
  for (const finding of findings) process.stdout.write(printFinding(finding))
  return findings.every(({ is }) => is !== 'wrong')
}
