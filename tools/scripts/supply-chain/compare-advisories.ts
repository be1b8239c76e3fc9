import { valid } from 'semver'
import { fixedVersion, isAffected } from './affected.ts'
import { InputError } from './input.ts'
import type { Advisory, Exception, KeptAdvisories } from './kept-advisories.ts'
import type { InstalledPackage } from './lock.ts'
import { waysIn } from './ways-in.ts'

export interface Match {
  readonly advisory: Advisory
  readonly version: string
  /** Undefined while no repaired version is known. */
  readonly fixed: string | undefined
  /** From the project to the package, or only its folder if nothing imports it. */
  readonly way: readonly string[]
  readonly exception: Exception | undefined
}

export interface Comparison {
  readonly matches: readonly Match[]
  readonly endedExceptions: readonly Exception[]
}

/** Takes every folder of production packages, optional and nested ones included. */
export function compareWithAdvisories(
  installed: readonly InstalledPackage[],
  { advisories, exceptions }: KeptAdvisories,
  today: string,
): Comparison {
  const ways = waysIn(installed)
  const hasEnded = ({ ends }: Exception) => ends < today
  const running = exceptions.filter((exception) => !hasEnded(exception))
  const matches = productionPackages(installed).flatMap(({ name, version, place }) =>
    advisories
      .filter((advisory) => advisory.package === name && isAffected(version, advisory))
      .map((advisory) => ({
        advisory,
        version,
        fixed: fixedVersion(version, advisory),
        way: ways.get(place) ?? [place],
        exception: running.find((it) => it.id === advisory.id && it.package === name),
      })),
  )
  return { matches, endedExceptions: exceptions.filter(hasEnded) }
}

/** @throws InputError if a package has no version that can be compared */
export function productionPackages(installed: readonly InstalledPackage[]): InstalledPackage[] {
  const own = installed.filter(({ place, dev }) => place !== '' && !dev)
  const strange = own.find(({ version }) => valid(version) === null)
  if (strange === undefined) return own
  throw new InputError(`The lock file has no version of ${strange.place} that can be compared`)
}
