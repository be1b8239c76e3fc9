import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

/*
 * The same rows from the same calls in bare React: no router, no store, no schema, no style. What a
 * dashboard of React can hardly be quicker than.
 */

type Row = Record<string, unknown>

const token = localStorage.getItem('aman_access_token')

async function get(path: string) {
  const answer = await fetch(`/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  return answer.json()
}

const calls: Record<string, readonly string[]> = {
  '/floor-employee': ['/dashboard/employee'],
  '/floor-team': ['/dashboard/team'],
  '/floor-admin': ['/admin/dashboard', '/admin/users', '/admin/organizations'],
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

function Floor() {
  const [loaded, setLoaded] = useState<readonly [Row, Row]>()
  useEffect(() => {
    const paths = calls[location.pathname] ?? []
    // What the first tab of the admin dashboard shows are the figures; the lists are fetched.
    Promise.all(['/auth/me', ...paths].map(get)).then(([me, first]) => setLoaded([me, first]))
  }, [])
  if (loaded === undefined) return <p>Loading...</p>
  const [me, data] = loaded
  return (
    <main>
      <h1>
        <Value value={me.full_name} />
      </h1>
      <Value value={data} />
    </main>
  )
}

const root = document.getElementById('root')
if (root !== null) createRoot(root).render(<Floor />)
