/** A mail that a page shows. */
export interface OpenMail {
  /** The same as long as the same mail is shown, however often the page draws it anew. */
  readonly key: string
  /** The line stands before it. */
  readonly place: Element
  /** The mail as it arrived, from the program's own 'show source', or the parts that can be seen. */
  readonly content:
    | { readonly kind: 'source'; readonly address: string; readonly check?: Check }
    | { readonly kind: 'shown'; readonly mail: ShownMail }
}

/** Shows that the source's address, which may name another mail at any time, still names the open one. */
export interface Check {
  readonly address: string
  /** @param page the beginning of the answer */
  readonly isOpenMail: (page: string) => boolean
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
