import { constants } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Configuration } from '../../core/configuration.ts'
import { isPostgresUrl } from '../../core/database-address.ts'
import { type Finding, leftOut, reasonOf, well, wrong } from './finding.ts'

const megabyte = 1_000_000
const leastFreeBytes = 500 * megabyte

/** Who may read the files of the server, whether it may write them, and whether there is room. */
export async function checkFiles(configuration: Configuration): Promise<readonly Finding[]> {
  const { database, mail, policyFile, siteDirectory } = configuration
  const isFile = !isPostgresUrl(database.address)
  return [
    ...(isFile ? await checkDatabaseFile(database.address) : [leftOut('Disk: PostgreSQL has it')]),
    ...(mail.server === null
      ? [await checkWritable(mail.outboxDirectory, 'OUTBOX_DIRECTORY')]
      : []),
    await checkReadable(policyFile, 'POLICY_FILE'),
    await checkReadable(join(siteDirectory, 'index.html'), 'SITE_DIRECTORY'),
  ]
}

async function checkDatabaseFile(address: string): Promise<readonly Finding[]> {
  const folder = dirname(address)
  const found = [await checkWritable(folder, 'DATABASE_URL')]
  for (const file of [address, join(folder, 'secrets.key')]) {
    const status = await stat(file).catch(() => undefined)
    if (status === undefined) continue
    const isPrivate = (status.mode & 0o077) === 0
    found.push(
      isPrivate
        ? well(`${file} is readable by its owner alone`)
        : wrong(`${file} is readable by other accounts`, `chmod 600 ${file}`),
    )
  }
  return [...found, ...(await checkDisk(address))]
}

/** A backup needs as much again as the database. */
async function checkDisk(address: string): Promise<readonly Finding[]> {
  const size = await stat(address).then(
    (status) => status.size,
    () => 0,
  )
  const disk = await statfs(dirname(address)).catch(() => undefined)
  if (disk === undefined) return []
  const free = disk.bavail * disk.bsize
  const needed = Math.max(leastFreeBytes, 2 * size)
  const shown = `${Math.round(free / megabyte)} MB are free beside the database`
  if (free >= needed) return [well(shown)]
  return [wrong(shown, `Free or add space: ${Math.round(needed / megabyte)} MB are needed.`)]
}

async function checkWritable(folder: string, setting: string): Promise<Finding> {
  try {
    await access(await nearestFolder(folder), constants.W_OK)
    return well(`${setting}: ${folder} can be written`)
  } catch (cause) {
    const mend = `As root: chown it to the account of the server. (${reasonOf(cause)})`
    return wrong(`${setting}: ${folder} cannot be written`, mend)
  }
}

/** The server creates folders that are missing. */
async function nearestFolder(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  )
  return isThere || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))
}

async function checkReadable(file: string, setting: string): Promise<Finding> {
  try {
    await access(file, constants.R_OK)
    return well(`${setting}: ${file} can be read`)
  } catch (cause) {
    const mend = setting === 'SITE_DIRECTORY' ? 'npm run build makes it.' : `Correct ${setting}.`
    return wrong(`${setting}: ${file} cannot be read: ${reasonOf(cause)}`, mend)
  }
}
