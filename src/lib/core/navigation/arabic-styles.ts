import url from '../../../styles/arabic-accounts.css?url&no-inline'

/** An Arabic page has these styles from the start, and an English one never needs them. */
const isThere = typeof document !== 'undefined' && document.documentElement.lang === 'ar'

let loading: Promise<void> | undefined

/** They concern Arabic alone, so that they stay. @throws if they cannot be loaded */
export function loadArabicStyles(): Promise<void> {
  if (!isThere) loading ??= load().catch(forget)
  return loading ?? Promise.resolve()
}

function load(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = url
  link.onload = () => resolve()
  link.onerror = () => {
    link.remove()
    reject(new Error(`${url} could not be loaded`))
  }
  document.head.append(link)
  return promise
}

/** The next switch tries again. */
function forget(error: unknown): never {
  loading = undefined
  throw error
}
