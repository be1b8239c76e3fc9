import type { PostgresCluster } from '../../tests/support/postgres/cluster.ts'

export type Engine = 'file' | 'PostgreSQL'

/** A row of the table that `npm run prove` prints. */
export interface Result {
  /** What went wrong, in a few words. */
  readonly fault: string
  /** How often it was tried. */
  readonly tried: number
  readonly expected: string
  /** What happened, with its figures. */
  readonly seen: string
  readonly holds: boolean
}

/** What an attack is made on. Whatever it makes is removed after it. */
export interface Stage {
  readonly engine: Engine
  /** @returns the DATABASE_URL of an empty database, a new one each time */
  newDatabase(): Promise<string>
  /** The running PostgreSQL, where that is the engine. */
  readonly cluster: PostgresCluster | undefined
}

export interface Attack {
  /** One word, which `--only` takes. */
  readonly name: string
  /** An attack that has nothing to do with the database is made on a file alone. */
  readonly engines: readonly Engine[]
  /** Something that the attack did not expect is thrown, and counts as a row that does not hold. */
  try(stage: Stage): Promise<readonly Result[]>
}

/** One that takes so long that all engines are attacked at the same time. */
export interface JointAttack {
  readonly name: string
  tryOnAll(stages: readonly Stage[]): Promise<readonly (Result & { readonly engine: Engine })[]>
}

export const bothEngines: readonly Engine[] = ['file', 'PostgreSQL']

/** @returns the first few of what was found, for `seen` */
export function tell(problems: readonly string[]): string {
  const shown = problems.slice(0, 3).map((problem) => problem.replaceAll(/\s+/g, ' ').slice(0, 200))
  const rest = problems.length - shown.length
  return rest > 0 ? `${shown.join('; ')}; ${rest} more` : shown.join('; ')
}
