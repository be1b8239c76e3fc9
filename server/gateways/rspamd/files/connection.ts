/** One file, or lines for a file that exists. */
export interface ConnectionFile {
  /** Distinct within a provider, and fit to save the file under. */
  readonly name: string
  /** Where the mail system reads it; empty where it belongs nowhere in particular. */
  readonly path: string
  readonly text: string
  /** Plain sentences for the operator. */
  readonly note: string
}

export interface ConnectedOrganization {
  /** For a comment. */
  readonly name?: string
  /** The recipients' domains; needed where several organizations share one rspamd. */
  readonly domains?: readonly string[]
  readonly reportKey?: string
  readonly flagsKey?: string
  readonly analyseKey?: string
}

/** The input of the writers of files: everything from outside is safe in every syntax. */
export interface Connection {
  readonly origin: URL
  readonly organizations: readonly Required<ConnectedOrganization>[]
  /** The keys of the only entry are of the operator: Aman says which organizations there are. */
  readonly isOfOperator: boolean
}
