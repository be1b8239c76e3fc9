import { useStore } from '@nanostores/react'
import { $adminWords } from '../../lib/admin/words/admin.words.yaml'
import { viewCapabilities } from '../../lib/core/navigation/screens.ts'
import { $capabilities } from '../../lib/sign-in/capabilities.ts'
import { $isOperator } from '../../lib/sign-in/operator.ts'
import { ViewLink } from '../core/parts/ViewLink.tsx'
import styles from './OperatorLinks.module.css'

/** The operator's links in every tab. They have their room before the backend says what it has. */
export function OperatorLinks() {
  const words = useStore($adminWords)
  const can = useStore($capabilities)
  const isOperator = useStore($isOperator)
  return (
    <nav className={styles.links} aria-label={words.operation}>
      {isOperator &&
        (['activity', 'keys', 'webhooks'] as const).map(
          (view) =>
            can.has(viewCapabilities[view]) && (
              <ViewLink key={view} screen="admin" view={view}>
                {words[view]}
              </ViewLink>
            ),
        )}
    </nav>
  )
}
