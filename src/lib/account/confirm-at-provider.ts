import { confirmAtProviderEndpoint } from '../../../contract/sign-in/begin-single-sign-on.ts'
import { call } from '../core/api/http.ts'
import { describeFailure, type FormProblem } from '../core/ui-state/form.ts'
import { $confirmAtProviderWords } from './words/confirm-at-provider.words.yaml'

/** A window of the provider, or why there is none. */
export type ProviderWindow =
  | { readonly status: 'open' }
  /** The browser opens it for a link that the user follows. */
  | { readonly status: 'blocked'; readonly url: string }
  | ({ readonly status: 'failed' } & FormProblem)

/** Opens the provider in a window of its own, so that what was typed here stays. */
export async function openProviderWindow(): Promise<ProviderWindow> {
  // Before the call, because browsers allow it only for a click that has just happened.
  const opened = open('about:blank')
  try {
    const { url } = await call(confirmAtProviderEndpoint)
    if (opened === null) return { status: 'blocked', url }
    opened.location.href = url
    return { status: 'open' }
  } catch (error) {
    opened?.close()
    const fallback = $confirmAtProviderWords.get().failed
    const { text } = await describeFailure(error, { fallback })
    return { status: 'failed', text, error }
  }
}
