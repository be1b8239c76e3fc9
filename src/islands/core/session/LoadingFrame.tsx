import { useStore } from '@nanostores/react'
import { type Screen, screensOf } from '../../../lib/core/navigation/screens.ts'
import { $sessionWords } from '../../../lib/sign-in/words/session.words.yaml'
import { Spinner } from '../../../ui/Spinner.tsx'
import { Frame } from './Frame.tsx'

/**
 * Shown while a stored token is checked (R042), with the links that every role has; only prerendered.
 */
export function LoadingFrame({ screen }: { readonly screen: Screen | undefined }) {
  const words = useStore($sessionWords)
  return (
    <Frame screens={screensOf({ role: 'employee' })} open={screen}>
      <Spinner label={words.loading} />
    </Frame>
  )
}
