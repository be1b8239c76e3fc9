import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

/*
 * The same rows from the same calls in bare React: no router, no store, no schema, no style. What a
 * dashboard of React can hardly be quicker than. The page has asked for the data already.
 */

type Row = Record<string, unknown>

declare global {
  /** Undefined without a session. */
  var early: readonly Promise<Row>[] | undefined
  function ask(token: unknown): void
}

function Value({ value }: { value: unknown }) {
  if (typeof value === 'number') return <span>{value.toLocaleString('en')} </span>
  if (typeof value === 'string') return <span>{value} </span>
  if (Array.isArray(value)) return <Rows rows={value} />
  if (typeof value !== 'object' || value === null) return null
  return Object.values(value).map((inner, index) => <Value key={String(index)} value={inner} />)
}

function Rows({ rows }: { rows: readonly Row[] }) {
  return (
    <ul>
      {rows.map((row, index) => (
        <li key={String(index)}>
          <Value value={row} />
        </li>
      ))}
    </ul>
  )
}

/** The first tab of the admin dashboard shows the figures; the lists that follow are only fetched. */
function Dashboard() {
  const [loaded, setLoaded] = useState<readonly Row[]>()
  const [isSignedIn, setSignedIn] = useState(globalThis.early !== undefined)
  useEffect(() => {
    if (isSignedIn) void Promise.all(globalThis.early ?? []).then(setLoaded)
  }, [isSignedIn])
  if (!isSignedIn) return <SignIn onDone={() => setSignedIn(true)} />
  if (loaded === undefined) return <p>Loading...</p>
  const [me, data] = loaded
  return (
    <main>
      <h1>
        <Value value={me?.full_name} />
      </h1>
      <Value value={data} />
    </main>
  )
}

function SignIn({ onDone }: { onDone: () => void }) {
  async function signIn(form: FormData) {
    const answer = await fetch('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(form)),
    })
    globalThis.ask((await answer.json()).access_token)
    onDone()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void signIn(new FormData(event.currentTarget))
      }}
    >
      <label>
        Username <input name="username" />
      </label>
      <label>
        Password <input name="password" type="password" />
      </label>
      <button type="submit">Sign In</button>
    </form>
  )
}

const shownRows = 30

/** A search over a long list; as many rows as fill a screen are drawn. */
function List() {
  const [flags, setFlags] = useState<readonly Row[]>([])
  const [search, setSearch] = useState('')
  useEffect(() => {
    void Promise.all(globalThis.early ?? []).then(([answer]) => {
      if (Array.isArray(answer?.flags)) setFlags(answer.flags)
    })
  }, [])
  const found = flags.filter(({ value, reason }) => `${value}\n${reason}`.includes(search))
  return (
    <main>
      <input
        type="search"
        aria-label="Search flags"
        onChange={({ target }) => setSearch(target.value)}
      />
      <ul aria-label="Your flags" data-total={found.length}>
        {found.slice(0, shownRows).map((flag) => (
          <li key={String(flag.id)}>
            <Value value={flag} />
          </li>
        ))}
      </ul>
    </main>
  )
}

const root = document.getElementById('root')
const isList = location.pathname.startsWith('/floor-list')
if (root !== null) createRoot(root).render(isList ? <List /> : <Dashboard />)
