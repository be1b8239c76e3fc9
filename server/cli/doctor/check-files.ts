import { constants, existsSync, readFileSync } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import type { Configuration } from '../../core/configuration.ts'
import { isPostgresUrl } from '../../core/database-address.ts'
import { type Finding, leftOut, reasonOf, well, wrong } from './finding.ts'

const megabyte = 1_000_000
const leastFreeBytes = 500 * megabyte

/** Checks permissions of the server's files, and free space. */
export async function checkFiles(configuration: Configuration): Promise<readonly Finding[]> {
  const { database, mail, policyFile, siteDirectory, breachedPasswords } = configuration
  const isFile = !isPostgresUrl(database.address)
  return [
    ...(isFile ? await checkDatabaseFile(database.address) : [leftOut('Disk: PostgreSQL has it')]),
    ...(mail.server === null
      ? [await checkWritable(mail.outboxDirectory, 'OUTBOX_DIRECTORY')]
      : []),
    await checkReadable(policyFile, 'POLICY_FILE'),
    await checkReadable(join(siteDirectory, 'index.html'), 'SITE_DIRECTORY'),
    ...(breachedPasswords === ''
      ? []
      : [await checkReadable(breachedPasswords, 'BREACHED_PASSWORDS')]),
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
  // SQLite makes the last two beside the database, with the account that opens it.
  for (const file of [address, join(folder, 'secrets.key'), `${address}-wal`, `${address}-shm`]) {
    const closed = await access(file, constants.R_OK | constants.W_OK).catch(reasonOf)
    // The reason for a missing file, and for a whole disk that is read-only, stands elsewhere.
    if (closed?.startsWith('EACCES')) found.push(foreign(file))
  }
  return [...found, ...(await checkDisk(address))]
}

function foreign(file: string): Finding {
  const { username } = userInfo()
  const mend = `As root: chown ${username}: ${file}`
  return wrong(`${file} belongs to another account: ${username} may not read and write it`, mend)
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
  const nearest = await nearestFolder(folder)
  try {
    await access(nearest, constants.W_OK | constants.X_OK)
    return well(`${setting}: ${folder} can be written`)
  } catch (cause) {
    const { username } = userInfo()
    const make = `install -d -o ${username} -g ${username} -m 0700 ${folder}`
    return Object(cause).code === 'EROFS' || isMountedReadOnly(nearest)
      ? wrong(
          `${setting}: ${folder} cannot be written: EROFS: read-only file system (in the unit of systemd; elsewhere mount the disk read-write)`,
          `As root: ${make}; ${openPath(folder)}`,
        )
      : wrong(`${setting}: ${folder} cannot be written: ${reasonOf(cause)}`, `As root: ${make}`)
  }
}

/** The kernel asks for the rights of the account first, and answers EACCES where both are missing. */
function isMountedReadOnly(folder: string): boolean {
  const [, options = ''] =
    readMounts()
      .filter(([point]) => `${folder}/`.startsWith(point.endsWith('/') ? point : `${point}/`))
      .toSorted(([one], [other]) => one.length - other.length)
      .at(-1) ?? []
  return options.split(',').includes('ro')
}

/** @returns the places of mounts and their options, the later ones on top; none but on Linux */
function readMounts(): (readonly [string, string])[] {
  if (!existsSync('/proc/self/mountinfo')) return []
  const lines = readFileSync('/proc/self/mountinfo', 'utf8').trim().split('\n')
  return lines.map((line) => {
    const [, , , , point = '', options = ''] = line.split(' ')
    return [point, options]
  })
}

/** In the unit of systemd everything but its own folder is read-only. */
function openPath(folder: string): string {
  const dropIns = '/etc/systemd/system/aman.service.d'
  const dropIn = `${dropIns}/${folder.slice(1).replaceAll('/', '-')}.conf`
  return `mkdir -p ${dropIns}; printf '[Service]\\nReadWritePaths=${folder}\\n' > ${dropIn}; systemctl daemon-reload; systemctl restart aman`
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
    const mend =
      setting === 'SITE_DIRECTORY'
        ? 'Correct SITE_DIRECTORY; in a clone of the repository the build makes it.'
        : `Correct ${setting}, or let the account of the server read it.`
    return wrong(`${setting}: ${file} cannot be read: ${reasonOf(cause)}`, mend)
  }
}
