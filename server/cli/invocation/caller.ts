/*
 * The package's command is started by root and works as the account that owns the data, so that root
 * owns none of it. Files that the operator names are opened as root, where the account may not go.
 */

declare global {
  namespace NodeJS {
    interface Process {
      // Missing in the types of Node.js.
      initgroups?(user: string, group: string): void
    }
  }
}

interface Account {
  readonly user: number
  readonly group: number
}

const root = 0
let account: Account | undefined

/** Works as an account and its group of the same name from now on, if root has started the process. */
export function workAs(name: string): void {
  if (process.geteuid?.() !== root) return
  process.initgroups?.(name, name)
  process.setegid?.(name)
  process.seteuid?.(name)
  account = { user: process.geteuid?.() ?? root, group: process.getegid?.() ?? root }
}

/** Gives up the way back to root, for all that names no files. */
export function forgetCaller(): void {
  if (account === undefined) return
  process.seteuid?.(root)
  process.setgid?.(account.group)
  process.setuid?.(account.user)
  account = undefined
}

/** @param task ends before it returns: the rights are the whole process's */
export function asCaller<Result>(task: () => Result): Result {
  if (account === undefined) return task()
  process.seteuid?.(root)
  process.setegid?.(root)
  try {
    return task()
  } finally {
    process.setegid?.(account.group)
    process.seteuid?.(account.user)
  }
}
