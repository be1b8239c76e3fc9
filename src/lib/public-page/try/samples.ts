import { $locale } from '../../core/i18n/i18n.ts'

/** As `src/pages/samples` answers. */
export interface Samples {
  readonly mails: readonly string[]
  readonly demoLink: string
}

let loading: Promise<Samples> | undefined

/** The made-up mails of `try.yaml`, in the language of the page; after a failure the next call tries again. */
export function loadSamples(): Promise<Samples> {
  loading ??= fetchSamples().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function fetchSamples(): Promise<Samples> {
  const answer = await fetch(`/samples/${$locale.get()}.json`)
  if (!answer.ok) throw new Error(`the samples were answered with ${answer.status}`)
  return answer.json()
}
