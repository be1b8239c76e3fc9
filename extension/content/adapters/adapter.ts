/** A mail that a page shows. */
export interface OpenMail {
  /** The same as long as the same mail is shown, however often the page draws it anew. */
  readonly key: string
  /** The line stands before it. */
  readonly place: Element
  /** The mail as it arrived, from the program's own 'show source', or the parts that can be seen. */
  readonly content:
    | { readonly kind: 'source'; readonly address: string }
    | { readonly kind: 'shown'; readonly mail: ShownMail }
}

/** As much of a mail as a page shows. */
export interface ShownMail {
  readonly name: string
  readonly address: string
  readonly subject: string
  /** The content's markup. */
  readonly html: string
}

/** Knows the pages of one program; a page may be anything, and may change at any time. */
export interface Adapter {
  isProgram(page: Document): boolean
  /** @returns undefined while no mail is open */
  findMail(page: Document): OpenMail | undefined
}
