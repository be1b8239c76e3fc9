import { DatabaseSync } from 'node:sqlite'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

/*
 * The least that a server of this kind does when it starts: Node.js, Hono and a database file.
 */

const [file = '', port = ''] = process.argv.slice(2)
const database = new DatabaseSync(file)
database.exec('create table if not exists visits (at text)')
const write = database.prepare('insert into visits values (?)')
const app = new Hono()
app.get('/', (context) => {
  write.run(new Date().toISOString())
  return context.html('<!doctype html><title>Floor</title>')
})
serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' })
