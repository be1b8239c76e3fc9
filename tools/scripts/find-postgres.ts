import { readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { isExecutable } from '../find-program.ts'

const ofServer = ['initdb', 'postgres']
const debianFolder = '/usr/lib/postgresql'

/**
 * @param needed the server's without it, which Debian keeps off the PATH
 * @returns the folder that has these programs of PostgreSQL
 */
export function findPostgres(needed: readonly string[] = ofServer): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return [...onPath, ...debianFolders()].find((folder) =>
    needed.every((name) => isExecutable(join(folder, name))),
  )
}

/** The newest version first. */
function debianFolders(): string[] {
  try {
    const versions = readdirSync(debianFolder).sort((one, other) => Number(other) - Number(one))
    return versions.map((version) => join(debianFolder, version, 'bin'))
  } catch {
    return []
  }
}
