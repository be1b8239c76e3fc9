import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import type { TestDatabase } from '../test-database.ts'

export const template = 'aman_template'

/** A migrated database of its own, gone when the test is done. */
export async function createPostgresDatabase(url: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await command(url, `create database ${name} template ${template} strategy file_copy`)
  const address = new URL(url)
  address.pathname = name
  return {
    address: address.href,
    url: address.href,
    [Symbol.asyncDispose]: () => command(url, `drop database ${name} with (force)`),
  }
}

export function createEmpty(url: string, name: string): Promise<void> {
  return command(url, `create database ${name}`)
}

async function command(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
