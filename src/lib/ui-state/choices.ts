/** One of many things to choose from. */
export interface Choice {
  readonly id: string
  readonly label: string
}

export interface ChoicePage {
  readonly choices: readonly Choice[]
  /** How many match in all. */
  readonly total: number
  /** Leads to the next page; undefined on the last. */
  readonly next: string | undefined
}

/** Where a picker finds its choices. */
export type SearchChoices = (text: string, cursor: string | undefined) => Promise<ChoicePage>
