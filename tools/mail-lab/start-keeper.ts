import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface Keeper extends AsyncDisposable {
  /** The folder that is removed in the end. */
  readonly folder: string
  /** Orders are obeyed one after another. */
  obey(order: KeeperOrder): Promise<void>
}

/** @param command what the keeper runs under: nothing, or sudo */
export async function startKeeper(command: readonly string[]): Promise<Keeper> {
  const script = join(import.meta.dirname, 'keeper.ts')
  const [program = '', ...parameters] = [...command, process.execPath, script]
  // Its own group: Ctrl-C in a terminal must not end sudo before the keeper has removed everything.
  const keeper = spawn(program, parameters, {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(keeper, 'exit')
  const lines = createInterface({ input: keeper.stdout })[Symbol.asyncIterator]()
  const heard = async (word: string) => {
    const { value } = await lines.next()
    if (typeof value === 'string' && value.startsWith(word)) return value.slice(word.length).trim()
    throw new Error(`the keeper of the mail programs: ${value}`)
  }
  const folder = await heard('ready')
  let last: Promise<unknown> = Promise.resolve()
  return {
    folder,
    obey(order) {
      const done = last.then(() => {
        keeper.stdin.write(`${JSON.stringify(order)}\n`)
        return heard('done')
      })
      last = done.catch(() => undefined)
      return done.then(() => undefined)
    },
    async [Symbol.asyncDispose]() {
      keeper.stdin.end()
      await exited
    },
  }
}

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
