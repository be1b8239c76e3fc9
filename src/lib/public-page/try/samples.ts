import { $locale } from '../../core/i18n/i18n.ts'
import { encodeText, wholeMailIn } from '../../core/judged/whole-mail.ts'
import { loadOnce, type Question } from './judge-here.ts'

/** A pasted text; with the lines of its header it is a whole mail. */
export async function questionOfText(text: string): Promise<Question> {
  const mail = wholeMailIn(text)
  return mail === undefined
    ? { kind: 'text', text: text.trim() }
    : { kind: 'mail', bytes: await encodeText(mail) }
}

/**
 * Observes the requests of this page from now on. A browser tells the address of a request and not its
 * content, so that its bytes are at least those of its address. Files that the page named before it read
 * anything carry nothing of a mail, and are not counted.
 * @param tell called at once and after each request, with the bytes sent
 */
export function countSent(tell: (bytes: number) => void): void {
  const start = performance.now()
  const named = new Set(
    [...document.querySelectorAll<HTMLElement>('link, [data-preload]')].flatMap((it) => {
      const addresses = it.getAttribute('href') ?? it.dataset.preload ?? ''
      return addresses.split(' ')
    }),
  )
  let bytes = 0
  tell(bytes)
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) {
      const address = name.startsWith(location.origin) ? name.slice(location.origin.length) : name
      if (startTime < start || named.has(address)) continue
      bytes += new TextEncoder().encode(address).length
    }
    tell(bytes)
  }).observe({ type: 'resource' })
}

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
