import { $locale } from '../../core/i18n/i18n.ts'
import { loadOnce } from './judge-here.ts'

/** As `src/pages/samples` answers. */
export interface Samples {
  readonly mails: readonly string[]
  readonly demoLink: string
}

/** The made-up mails of `try.yaml`, in the language of the page. */
export const loadSamples = loadOnce<Samples>(
  () => `/samples/${$locale.get()}.json`,
  (answer) => answer.json(),
)
