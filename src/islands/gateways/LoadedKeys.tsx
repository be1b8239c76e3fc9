import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { type GatewayKey, gatewayKeys, type KeyOwner } from '../../lib/gateways/connect-keys.ts'
import { $connectWords } from '../../lib/gateways/words/connect.words.yaml'
import { Spinner } from '../../ui/Spinner.tsx'
import { StateMessage } from '../../ui/StateMessage.tsx'
import { FailedLoad } from '../core/parts/FailedLoad.tsx'
import styles from './LoadedKeys.module.css'

interface LoadedKeysProps {
  /** Undefined while no panel is open. */
  readonly isOf: (owner: KeyOwner | undefined) => boolean
  readonly children: (keys: readonly GatewayKey[]) => ReactNode
}

/** The keys of whose panel is open, once they are there. */
export function LoadedKeys({ isOf, children }: LoadedKeysProps) {
  const words = useStore($connectWords)
  const resource = useStore(gatewayKeys.$resource)
  if (resource.status === 'failed') {
    return <FailedLoad title={words.failed} error={resource.error} onRetry={gatewayKeys.reload} />
  }
  if (resource.status === 'loading' || !isOf(resource.data.owner)) {
    return <Spinner label={words.loading} />
  }
  const { keys } = resource.data
  if (keys === undefined) {
    return <StateMessage icon="info" title={words.unsupported} hint={words.unsupportedHint} />
  }
  return <div className={styles.panel}>{children(keys)}</div>
}
