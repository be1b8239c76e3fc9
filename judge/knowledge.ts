/** The receiving organization's knowledge; all of it is optional. */
export interface Knowledge {
  /** The organization's domains, in canonical form. */
  readonly domains?: readonly string[]
  /** The names of its people, with their address where it is known. */
  readonly people?: readonly { readonly name: string; readonly address?: string }[]
  /** Whether honest mail of this address came on several days; the domain alone counts for domains of one firm. */
  readonly isCorrespondent?: (address: string) => boolean
  /** Whether mail of this address has come before, too little for trust. */
  readonly hasWritten?: (address: string) => boolean
  /** Registered domains of known correspondents, for look-alikes; no free mail providers. */
  readonly correspondentDomains?: readonly string[]
  /** The name with which the own gateway begins its Authentication-Results. */
  readonly authservId?: string
  /** The own gateway's findings, where the caller knows them already. */
  readonly authentication?: {
    readonly dmarc?: string | undefined
    readonly spf?: string | undefined
    readonly dkim?: string | undefined
  }
  /** The recipient's address. */
  readonly recipient?: string
}
