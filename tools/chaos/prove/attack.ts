import type { Engine, Stage } from './stage.ts'

export const bothEngines: readonly Engine[] = ['file', 'PostgreSQL']

/** A row of the table that `npm run prove` prints. */
export interface Row {
  readonly fault: string
  /** How often it was tried. */
  readonly tried: number
  readonly expected: string
  /** The event, with its figures. */
  readonly seen: string
  readonly holds: boolean
}

export interface Attack {
  /** One word, which `--only` takes. */
  readonly name: string
  /** An attack that does not touch the database runs on a file alone. */
  readonly engines: readonly Engine[]
  /** Runs on all engines at the same time, after all others. */
  readonly isJoint?: true
  /** Needs more than other attacks; `npm run prove` makes it only where `--only` names it. */
  readonly isOnlyWhenNamed?: true
  /** Where it may take longer than others. */
  readonly limitMinutes?: number
  /** An unexpected error counts as a row that does not hold. */
  try(stage: Stage): Promise<readonly Row[]>
}

interface Outcome extends Omit<Row, 'seen' | 'holds'> {
  readonly figures: string
  readonly problems: readonly string[]
  /** False when the fault itself did not happen, so that nothing was proven. */
  readonly wasTried?: boolean
}

/** A row that holds when no problem was found. */
export function row({ figures, problems, wasTried = true, ...rest }: Outcome): Row {
  const isClean = problems.length === 0
  return {
    ...rest,
    seen: isClean ? figures : `${figures}; ${tell(problems)}`,
    holds: isClean && wasTried,
  }
}

/** @returns the first few problems, for `seen` */
export function tell(problems: readonly string[]): string {
  const shown = problems.slice(0, 3).map((problem) => problem.replaceAll(/\s+/g, ' ').slice(0, 200))
  const rest = problems.length - shown.length
  return rest > 0 ? `${shown.join('; ')}; ${rest} more` : shown.join('; ')
}
