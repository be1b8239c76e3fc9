/** One option of a picker. */
export interface Choice {
  readonly id: string
  readonly label: string
}

export interface ChoicePage {
  readonly choices: readonly Choice[]
  /** The total number of matches. */
  readonly total: number
  /** The cursor of the next page; undefined on the last page. */
  readonly next: string | undefined
}

/** The source of a picker's choices. */
export type SearchChoices = (text: string, cursor: string | undefined) => Promise<ChoicePage>
