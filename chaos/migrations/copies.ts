import { copyFile } from 'node:fs/promises'
import { Client } from 'pg'
import { addressOf } from '../../bench/database.ts'
import type { Stage } from '../prove/attack.ts'

/** Makes a copy of a database that nobody has open. @returns its DATABASE_URL */
export type Copies = () => Promise<string>

export function copiesOf(stage: Stage, databaseUrl: string): Copies {
  const { cluster } = stage
  if (cluster === undefined) {
    return async () => {
      const copy = await stage.newDatabase()
      await copyFile(addressOf(databaseUrl), addressOf(copy))
      return copy
    }
  }
  const original = new URL(databaseUrl).pathname.slice(1)
  let copies = 0
  return async () => {
    copies += 1
    const name = `${original}_${copies}`
    await ask(cluster.url('postgres'), `create database ${name} template ${original}`)
    return cluster.url(name)
  }
}

/** One statement to PostgreSQL, as its operator, who may always write. @returns how many rows it was about */
export async function ask(databaseUrl: string, statement: string): Promise<number> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'operator',
    options: '-c default_transaction_read_only=off',
  })
  await client.connect()
  try {
    return (await client.query(statement)).rowCount ?? 0
  } finally {
    await client.end()
  }
}
