/** Accounts that programs run under; all are there with Debian's packages. */
export type Account = 'root' | 'nobody' | 'postfix'

/** The orders to a keeper; paths are relative to its folder. */
export type KeeperOrder =
  | { readonly do: 'write'; readonly path: string; readonly text: string }
  | { readonly do: 'mkdir'; readonly path: string; readonly account: Account }
  | {
      readonly do: 'start'
      readonly name: string
      readonly program: string
      readonly parameters: readonly string[]
      readonly account: Account
    }
  | { readonly do: 'signal'; readonly name: string; readonly signal: NodeJS.Signals }
